#include "compiler/driver/module_key.h"

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "compiler/cache/codec.h"
#include "compiler/codegen/codegen.h"
#include "compiler/kir/analysis/external.h"
#include "compiler/kir/text.h"

namespace kernelc::driver {
namespace {

// Calls `visit(inst_id)` for every operation of the function in the order of its text.
template <typename Visit>
void WalkRegion(const kir::Function& function, kir::RegionId region, const Visit& visit) {
  for (const kir::InstId id : function.region(region).insts) {
    visit(id);
    for (const kir::RegionId inner : function.regions_of(function.inst(id))) {
      WalkRegion(function, inner, visit);
    }
  }
}

template <typename Visit>
void WalkModule(const kir::Module& module, const Visit& visit) {
  for (const kir::Function& function : module.functions) {
    WalkRegion(function, function.body,
               [&](kir::InstId id) { visit(function, function.inst(id)); });
  }
}

// Writes a module down. Structured bindings name all fields: one that is added has to be thought of
// here to compile.
class ModuleEncoder {
 public:
  ModuleEncoder(const kir::Module& module, const SourceManager& sources,
                const ModuleKeyOptions& options)
      : module_(module), sources_(sources), options_(options) {}

  cache::Hash Run() {
    const auto& [types, functions, constants, named_constants, record_names, checks] = module_;
    const auto& [errors, bounds, float_division, init, race] = checks;
    out_.Flag(errors).Flag(bounds).Flag(float_division);
    out_.Flag(init).Flag(race).Number(constants.size()).Number(functions.size());
    for (const kir::Constant& constant : constants) {
      const auto& [symbol, type, extents, bytes, name] = constant;
      out_.Text(options_.names ? name : std::string_view());
      out_.Text(symbol).Number(extents.size());
      Type(type);
      for (const std::int64_t extent : extents) {
        out_.Number(static_cast<std::uint64_t>(extent));
      }
      // Constants may be large; their hash is as good.
      out_.Key(cache::HashOf(bytes));
    }
    for (const kir::Function& function : functions) {
      Function(function);
    }
    if (options_.names) {
      Names(named_constants, record_names);
    }
    return cache::HashOf(out_.bytes());
  }

 private:
  void Function(const kir::Function& function) {
    const auto& [name, symbol, kind, options, params, result, body, range, insts, regions,
                 operand_pool, region_pool, strings, int_lists, value_names, constant_texts] =
        function;
    const auto& [fastmath, force_inline, debug, no_overlap, max_threads, min_blocks, max_registers,
                 max_cluster, exchanged_axis, exported] = options;
    out_.Text(name).Text(symbol).Enum(kind).Flag(fastmath).Flag(force_inline).Flag(debug);
    out_.Flag(no_overlap);
    out_.Number(max_threads).Number(min_blocks).Number(max_registers).Number(max_cluster).Number(exchanged_axis);
    out_.Enum(exported);
    Type(result);
    Position(range);
    values_.clear();
    out_.Number(params.size());
    for (const kir::Param& param : params) {
      Param(param);
    }
    Region(function, body);
    if (kir::IsExternal(function)) {
      // The files that hold it.
      Strings(strings);
    }
    if (options_.names) {
      out_.Number(value_names.size());
      for (const kir::ValueName& value_name : value_names) {
        Value(value_name.value);
        out_.Text(strings[value_name.text]);
      }
      out_.Number(constant_texts.size());
      for (const kir::ConstantText& constant_text : constant_texts) {
        Value(constant_text.value);
        out_.Number(constant_text.place).Text(strings[constant_text.text]);
      }
    }
  }

  void Names(const std::vector<kir::NamedConstant>& constants,
             const std::vector<kir::RecordName>& records) {
    out_.Number(constants.size()).Number(records.size());
    for (const kir::NamedConstant& constant : constants) {
      const auto& [name, type, imm] = constant;
      out_.Text(name).Number(static_cast<std::uint64_t>(imm));
      Type(type);
    }
    for (const kir::RecordName& record : records) {
      const auto& [type, name] = record;
      out_.Text(name);
      Type(type);
    }
  }

  void Param(const kir::Param& param) {
    const auto& [name, type, facts, range, value] = param;
    const auto& [noalias, readonly, array] = facts;
    const auto& [aligned16, small, aligned_rows] = array;
    out_.Text(name).Flag(noalias).Flag(readonly).Flag(aligned16).Flag(small).Flag(aligned_rows);
    Type(type);
    Position(range);
    Value(value);
  }

  void Region(const kir::Function& function, kir::RegionId region) {
    out_.Number(function.region(region).insts.size());
    for (const kir::InstId id : function.region(region).insts) {
      const auto& [op, type, range, operands, regions, imm, text] = function.inst(id);
      out_.Enum(op).Number(operands.count).Number(regions.count);
      Value(id);
      Type(type);
      Position(range);
      Attribute(function, function.inst(id));
      for (const kir::InstId operand : function.operands(function.inst(id))) {
        Value(operand);
      }
      for (const kir::RegionId inner : function.regions_of(function.inst(id))) {
        Region(function, inner);
      }
    }
  }

  void Attribute(const kir::Function& function, const kir::Inst& inst) {
    const auto index = static_cast<std::uint64_t>(inst.imm);
    if (kir::op_info(inst.op).attribute == kir::AttributeKind::Ints &&
        index < function.int_lists.size()) {
      out_.Number(function.int_lists[index].size());
      for (const std::int64_t value : function.int_lists[index]) {
        out_.Number(static_cast<std::uint64_t>(value));
      }
    } else {
      out_.Number(index);
    }
    out_.Text(inst.text < function.strings.size() ? function.text_of(inst) : std::string_view());
  }

  void Strings(const std::vector<std::string>& strings) {
    out_.Number(strings.size());
    for (const std::string& text : strings) {
      out_.Text(text);
    }
  }

  // Values by the order in which they come up.
  void Value(kir::InstId id) {
    out_.Number(values_.try_emplace(id.index, values_.size()).first->second);
  }

  // Types likewise, written down where they first come up.
  void Type(TypeId type) {
    const auto [place, is_new] = types_.try_emplace(type.index, types_.size());
    out_.Number(place->second);
    if (is_new) {
      out_.Text(kir::PrintType(module_.types, type));
    }
  }

  // Which operations stand at one place counts even where the places do not: an image has one
  // location for all of them.
  void Position(SourceRange range) {
    if (!range.has_value()) {
      out_.Number(0);
      return;
    }
    const std::uint64_t place = std::uint64_t{range.file.index} << 32 | range.begin;
    out_.Number(places_.try_emplace(place, places_.size() + 1).first->second);
    if (options_.positions) {
      const LineColumn begin = sources_.begin(range);
      const LineColumn end = sources_.file(range.file).line_column(range.end);
      out_.Text(sources_.file(range.file).path());
      out_.Number(begin.line).Number(begin.column).Number(end.line).Number(end.column);
    }
  }

  const kir::Module& module_;
  const SourceManager& sources_;
  const ModuleKeyOptions options_;
  cache::Encoder out_;
  std::unordered_map<std::uint32_t, std::uint64_t> values_;
  std::unordered_map<std::uint32_t, std::uint64_t> types_;
  std::unordered_map<std::uint64_t, std::uint64_t> places_;
};

}  // namespace

cache::Hash ModuleKey(const kir::Module& module, const SourceManager& sources,
                      const ModuleKeyOptions& options) {
  return ModuleEncoder(module, sources, options).Run();
}

std::optional<std::vector<std::uint32_t>> PlacesOf(
    const kir::Module& module, const SourceManager& sources,
    const std::vector<abi::SourceLocation>& locations) {
  constexpr std::uint32_t kNone = 0xffffffff;
  std::vector<std::uint32_t> places(locations.size(), kNone);
  if (places.empty()) {
    return places;
  }
  using Name = std::tuple<std::string, std::uint32_t, std::uint32_t, std::string>;
  const auto name_of = [](const abi::SourceLocation& location) {
    return Name(location.file, location.line, location.column, location.text);
  };
  std::map<Name, std::size_t> wanted;
  for (std::size_t i = 0; i < locations.size(); ++i) {
    wanted.emplace(name_of(locations[i]), i);
  }
  std::uint32_t number = 0;
  WalkModule(module, [&](const kir::Function& function, const kir::Inst& inst) {
    const auto found = wanted.find(name_of(codegen::LocationOf(&sources, function, inst)));
    if (found != wanted.end() && places[found->second] == kNone) {
      places[found->second] = number;
    }
    ++number;
  });
  for (const std::uint32_t place : places) {
    if (place == kNone) {
      return std::nullopt;
    }
  }
  return places;
}

std::optional<std::vector<abi::SourceLocation>> LocationsOf(
    const kir::Module& module, const SourceManager& sources,
    const std::vector<std::uint32_t>& places) {
  std::vector<abi::SourceLocation> locations(places.size());
  if (places.empty()) {
    return locations;
  }
  std::multimap<std::uint32_t, std::size_t> wanted;
  for (std::size_t i = 0; i < places.size(); ++i) {
    wanted.emplace(places[i], i);
  }
  std::uint32_t number = 0;
  std::size_t found = 0;
  WalkModule(module, [&](const kir::Function& function, const kir::Inst& inst) {
    const auto [begin, end] = wanted.equal_range(number++);
    for (auto at = begin; at != end; ++at) {
      locations[at->second] = codegen::LocationOf(&sources, function, inst);
      ++found;
    }
  });
  return found == places.size() ? std::optional(std::move(locations)) : std::nullopt;
}

}  // namespace kernelc::driver
