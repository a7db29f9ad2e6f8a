#include "compiler/kir/printer.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <set>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/text.h"

namespace kernelc::kir {
namespace {

using types::TypeKind;

// Names of a function's values: parameters by their names, the rest numbered in print order.
class ValueNames {
 public:
  explicit ValueNames(const Function& function)
      : function_(&function), names_(function.insts.size()) {
    std::set<std::string_view> taken;
    for (const Param& param : function.params) {
      if (param.value.index < names_.size()) {
        const bool plain = IsPlainName(param.name) && taken.insert(param.name).second;
        names_[param.value.index] = "%" + (plain ? param.name : Quote(param.name));
      }
    }
    Number(function.body, 0);
  }

  std::string Get(InstId id) const {
    if (id.index >= names_.size() || names_[id.index].empty()) {
      return fmt::format("%?{}", static_cast<std::int32_t>(id.index));
    }
    return names_[id.index];
  }

 private:
  // The depth bound keeps malformed modules, whose regions may hold themselves, from running away.
  void Number(RegionId region, unsigned depth) {
    if (region.index >= function_->regions.size() || depth > 1000) {
      return;
    }
    for (const InstId id : function_->region(region).insts) {
      if (id.index >= names_.size() || !names_[id.index].empty()) {
        continue;
      }
      const Inst& inst = function_->inst(id);
      if (inst.type != types::kVoid) {
        names_[id.index] = fmt::format("%{}{}", SlotPrefix(inst), next_++);
      }
      for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
        Number(function_->region_of(inst, i), depth + 1);
      }
    }
  }

  std::string SlotPrefix(const Inst& inst) const {
    const bool is_slot = inst.op == Op::Slot || inst.op == Op::ThreadSlot;
    if (!is_slot || inst.text >= function_->strings.size() ||
        !IsPlainName(function_->text_of(inst))) {
      return "";
    }
    return std::string(function_->text_of(inst)) + ".";
  }

  const Function* function_;
  std::vector<std::string> names_;
  std::uint32_t next_ = 0;
};

std::string PrintFloat(std::int64_t bits) {
  const double value = std::bit_cast<double>(bits);
  if (std::isnan(value)) {
    return fmt::format("nan({:#x})", static_cast<std::uint64_t>(bits));
  }
  return fmt::format("{}", value);
}

class FunctionPrinter {
 public:
  FunctionPrinter(const Module& module, const Function& function, const PrintOptions& options)
      : module_(module), function_(function), options_(options), names_(function) {}

  std::string PrintAll() {
    PrintHeader();
    PrintRegion(function_.body, 1);
    out_ += "}\n";
    return std::move(out_);
  }

  std::string PrintOne(InstId id) {
    if (id.index >= function_.insts.size()) {
      return fmt::format("operation {}", static_cast<std::int32_t>(id.index));
    }
    PrintHead(id, function_.inst(id));
    return std::move(out_);
  }

 private:
  void PrintHeader() {
    out_ += function_.kind == FunctionKind::Kernel ? "kernel @" : "device @";
    out_ += IsPlainName(function_.symbol) ? function_.symbol : Quote(function_.symbol);
    out_ += "(";
    for (std::size_t i = 0; i < function_.params.size(); ++i) {
      const Param& param = function_.params[i];
      out_ += fmt::format("{}{}: {}{}", i == 0 ? "" : ", ", names_.Get(param.value),
                          PrintType(module_.types, param.type), FactsText(param.facts));
    }
    out_ += ")";
    if (function_.result != types::kVoid) {
      out_ += " -> " + PrintType(module_.types, function_.result);
    }
    const FunctionOptions& options = function_.options;
    if (function_.name != function_.symbol) {
      out_ += " name(" + Quote(function_.name) + ")";
    }
    out_ += options.exported == Export::Plain    ? " export"
            : options.exported == Export::Status ? " export_status"
                                                 : "";
    out_ += options.debug ? " debug" : "";
    out_ += options.fastmath ? " fastmath" : "";
    out_ += options.force_inline ? " force_inline" : "";
    out_ += options.no_overlap ? " no_overlap" : "";
    PrintNumber("max_threads", options.max_threads_per_block);
    PrintNumber("min_blocks", options.min_blocks_per_multiprocessor);
    PrintNumber("max_registers", options.max_registers);
    PrintNumber("max_cluster", options.max_blocks_per_cluster);
    PrintNumber("exchanged_axis", options.exchanged_axis);
    out_ += " {\n";
  }

  void PrintNumber(std::string_view word, std::uint32_t value) {
    if (value != 0) {
      out_ += fmt::format(" {}({})", word, value);
    }
  }

  static std::string FactsText(const ParamFacts& facts) {
    std::string text;
    const auto add = [&text](bool is, std::string_view word) {
      if (is) {
        text += text.empty() ? " {" : ", ";
        text += word;
      }
    };
    add(facts.noalias, "noalias");
    add(facts.readonly, "readonly");
    add(facts.array.aligned16, "aligned16");
    add(facts.array.aligned_rows, "aligned_rows");
    add(facts.array.small, "small");
    return text.empty() ? text : text + "}";
  }

  void PrintRegion(RegionId region, unsigned depth) {
    if (region.index >= function_.regions.size() || depth > 1000) {
      return;
    }
    for (const InstId id : function_.region(region).insts) {
      if (id.index >= function_.insts.size()) {
        out_ += fmt::format("{:{}}operation {}\n", "", depth * 2, id.index);
        continue;
      }
      const Inst& inst = function_.inst(id);
      if (id == LoopVariable(region)) {
        continue;
      }
      out_.append(std::size_t{depth} * 2, ' ');
      PrintHead(id, inst);
      PrintRegions(inst, depth);
      out_ += "\n";
    }
  }

  // The region_arg that stands in the head of its for_range instead of in the region.
  InstId LoopVariable(RegionId region) const {
    return region == loop_body_ && !function_.region(region).insts.empty()
               ? function_.region(region).insts[0]
               : InstId();
  }

  void PrintRegions(const Inst& inst, unsigned depth) {
    const std::string indent(std::size_t{depth} * 2, ' ');
    for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
      const RegionId region = function_.region_of(inst, i);
      if (inst.op == Op::If && i == 1) {
        if (region.index < function_.regions.size() && function_.region(region).insts.empty()) {
          return;
        }
        out_ += " else";
      } else if (inst.op == Op::While && i == 1) {
        out_ += " do";
      }
      out_ += " {\n";
      loop_body_ = inst.op == Op::ForRange ? region : RegionId();
      PrintRegion(region, depth + 1);
      out_ += indent + "}";
    }
  }

  // Everything of an operation up to its regions.
  void PrintHead(InstId id, const Inst& inst) {
    const OpInfo& info = op_info(inst.op);
    if (inst.type != types::kVoid) {
      out_ += names_.Get(id) + " = ";
    }
    out_ += info.text;
    if (inst.op == Op::ForRange && inst.operands.count == 3) {
      PrintRangeHead(inst);
    } else {
      PrintLeadingAttribute(inst, info);
      for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
        out_ += i == 0 ? " " : ", ";
        out_ += names_.Get(function_.operand(inst, i));
      }
      PrintTrailingAttribute(inst, info);
      if (inst.type != types::kVoid) {
        out_ += " : " + PrintType(module_.types, inst.type);
      }
    }
    if (options_.ranges && inst.range.has_value()) {
      out_ +=
          fmt::format(" loc({}:{}-{})", inst.range.file.index, inst.range.begin, inst.range.end);
    }
  }

  void PrintRangeHead(const Inst& inst) {
    const RegionId body = inst.regions.count == 1 ? function_.region_of(inst, 0) : RegionId();
    InstId variable;
    if (body.index < function_.regions.size() && !function_.region(body).insts.empty()) {
      variable = function_.region(body).insts[0];
    }
    const bool has_type = variable.index < function_.insts.size();
    out_ +=
        fmt::format(" {}: {} = {} to {} step {}", names_.Get(variable),
                    has_type ? PrintType(module_.types, function_.inst(variable).type) : "?",
                    names_.Get(function_.operand(inst, 0)), names_.Get(function_.operand(inst, 1)),
                    names_.Get(function_.operand(inst, 2)));
  }

  std::string TextOf(const Inst& inst) const {
    return inst.text < function_.strings.size() ? Quote(function_.text_of(inst)) : "\"?\"";
  }

  void PrintLeadingAttribute(const Inst& inst, const OpInfo& info) {
    switch (info.attribute) {
      case AttributeKind::None:
      case AttributeKind::Ints:
        break;
      case AttributeKind::Int:
        if (info.max_operands == 0) {
          out_ += fmt::format(" {}", inst.imm);
        }
        break;
      case AttributeKind::Float:
        out_ += " " + PrintFloat(inst.imm);
        break;
      case AttributeKind::Text:
        out_ += " " + TextOf(inst);
        break;
      case AttributeKind::Compare:
        out_ += fmt::format(" {}", inst.imm >= 0 && inst.imm < kPredicateCount
                                       ? predicate_name(static_cast<ComparePredicate>(inst.imm))
                                       : "?");
        break;
      case AttributeKind::Atomic:
        out_ += fmt::format(" {}", inst.imm >= 0 && inst.imm < kAtomicCount
                                       ? atomic_name(static_cast<AtomicKind>(inst.imm))
                                       : "?");
        break;
      case AttributeKind::Builtin:
        out_ += fmt::format(" {}", BuiltinName(inst.imm));
        break;
      case AttributeKind::Callee:
        PrintCallee(inst.imm);
        break;
      case AttributeKind::Constant:
        PrintConstantName(inst.imm);
        break;
      case AttributeKind::Error:
        out_ += fmt::format(" {} {}", inst.imm, TextOf(inst));
        break;
    }
  }

  static std::string_view BuiltinName(std::int64_t imm) {
    if (imm < 0 || imm >= static_cast<std::int64_t>(builtins::BuiltinId::kCount)) {
      return "?";
    }
    return builtins::builtin_info(static_cast<builtins::BuiltinId>(imm)).name();
  }

  void PrintCallee(std::int64_t imm) {
    if (imm < 0 || imm >= static_cast<std::int64_t>(module_.functions.size())) {
      out_ += fmt::format(" @?{}", imm);
      return;
    }
    const std::string& symbol = module_.functions[static_cast<std::size_t>(imm)].symbol;
    out_ += " @" + (IsPlainName(symbol) ? symbol : Quote(symbol));
  }

  void PrintConstantName(std::int64_t imm) {
    const bool exists = imm >= 0 && imm < static_cast<std::int64_t>(module_.constants.size());
    out_ += exists ? " @" + module_.constants[static_cast<std::size_t>(imm)].symbol
                   : fmt::format(" @?{}", imm);
  }

  void PrintTrailingAttribute(const Inst& inst, const OpInfo& info) {
    if (info.attribute == AttributeKind::Int && info.max_operands > 0) {
      out_ += fmt::format(" [{}]", inst.imm);
    } else if (info.attribute == AttributeKind::Ints) {
      out_ += " [";
      if (inst.imm >= 0 && inst.imm < static_cast<std::int64_t>(function_.int_lists.size())) {
        const std::vector<std::int64_t>& values =
            function_.int_lists[static_cast<std::size_t>(inst.imm)];
        out_ += fmt::format("{}", fmt::join(values, ", "));
      }
      out_ += "]";
    }
  }

  const Module& module_;
  const Function& function_;
  const PrintOptions options_;
  const ValueNames names_;
  std::string out_;
  // The region whose first operation PrintHead has already printed.
  RegionId loop_body_;
};

// constant @name: array<float32, 1, C, constant, readonly> [2] = "0000803f00000040"
std::string PrintConstant(const Module& module, const Constant& constant) {
  return fmt::format("constant @{}: {} [{}] = \"{}\"\n", constant.symbol,
                     PrintType(module.types, constant.type), fmt::join(constant.extents, ", "),
                     PrintBytes(constant.bytes));
}

}  // namespace

std::string Print(const Module& module, const PrintOptions& options) {
  std::string text;
  const Checks& checks = module.checks;
  if (!(checks == Checks())) {
    text += "module";
    text += checks.errors ? " errors" : "";
    text += checks.bounds ? " bounds" : "";
    text += checks.float_division ? " float_division" : "";
    text += checks.init ? " init" : "";
    text += checks.race ? " race" : "";
    text += "\n\n";
  }
  for (const Constant& constant : module.constants) {
    text += PrintConstant(module, constant);
  }
  text += module.constants.empty() ? "" : "\n";
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    text += i == 0 ? "" : "\n";
    text += Print(module, module.functions[i], options);
  }
  return text;
}

std::string Print(const Module& module, const Function& function, const PrintOptions& options) {
  return FunctionPrinter(module, function, options).PrintAll();
}

std::string PrintInst(const Module& module, const Function& function, InstId id) {
  return FunctionPrinter(module, function, PrintOptions()).PrintOne(id);
}

}  // namespace kernelc::kir
