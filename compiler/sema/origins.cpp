#include "compiler/sema/origins.h"

#include <algorithm>
#include <iterator>

#include "compiler/advice/report.h"
#include "compiler/sema/help_texts.h"
#include "compiler/sema/versions.h"

namespace kernelc::sema {
namespace {

// Errors that are about the types of the values they name.
bool IsAboutTypes(diag::Kind kind) {
  constexpr diag::Kind kKinds[] = {
      diag::Kind::ArgumentType,     diag::Kind::ArrayArithmetic, diag::Kind::ArrayShape,
      diag::Kind::BadCast,          diag::Kind::CannotChoose,    diag::Kind::CannotReturn,
      diag::Kind::CannotUnpack,     diag::Kind::FancyIndex,      diag::Kind::IndexType,
      diag::Kind::NoOperator,       diag::Kind::NoTruth,         diag::Kind::NoUnaryOperator,
      diag::Kind::NotCallable,      diag::Kind::NotIterable,     diag::Kind::NotSubscriptable,
      diag::Kind::StoreRank,        diag::Kind::StoreType,       diag::Kind::TooManyIndices,
      diag::Kind::UnknownAttribute, diag::Kind::UnknownMethod,
  };
  return std::ranges::find(kKinds, kind) != std::end(kKinds);
}

bool Holds(SourceRange outer, SourceRange inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

// The first assignment in the text that reaches `version` and of which `is_wanted` is true; none
// for parameters.
template <typename IsWanted>
VersionId FirstAssignment(const scopes::Renaming& renaming, VersionId version,
                          const IsWanted& is_wanted) {
  std::vector<VersionId> reached{version};
  VersionId first;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const scopes::Version& found = renaming.version(reached[i]);
    if (found.kind == scopes::VersionKind::Phi) {
      for (const VersionId operand : found.operands) {
        if (operand.has_value() && std::ranges::find(reached, operand) == reached.end()) {
          reached.push_back(operand);
        }
      }
    } else if (found.kind != scopes::VersionKind::Parameter && is_wanted(reached[i]) &&
               (!first.has_value() || found.range.begin < renaming.version(first).range.begin)) {
      first = reached[i];
    }
  }
  return first;
}

// What follows from a variable that has no type is not another fault.
bool FollowsFromConflict(const FunctionContext& fn, const diag::Diagnostic& diagnostic) {
  if (fn.conflicts.empty() || diagnostic.kind == diag::Kind::CannotUnify) {
    return false;
  }
  return std::ranges::any_of(fn.reads, [&](const auto& entry) {
    const NameRead& read = entry.second;
    return std::ranges::find(fn.conflicts, read.version) != fn.conflicts.end() &&
           Holds(diagnostic.range, read.range);
  });
}

}  // namespace

void NoteRead(FunctionContext& fn, const ast::Name& name, VersionId version, TypeId type) {
  fn.reads[name.range.begin] = {version, name.range, type};
}

// A variable that begins with a constant, as sums do, is double for that alone.
void AddOrigins(const FunctionContext& fn, CreepCandidate* creep) {
  for (const auto& [begin, read] : fn.reads) {
    const bool is_wide = read.type == types::kFloat64 || read.type == types::kComplex128;
    if (!is_wide || !Holds(creep->range, read.range)) {
      continue;
    }
    const VersionId first =
        FirstAssignment(fn.renaming, read.version, [](VersionId) { return true; });
    if (!first.has_value() || !fn.renaming.version(first).range.has_value()) {
      continue;
    }
    const std::string_view name = fn.renaming.variables[fn.renaming.version(first).variable];
    const Value& value = fn.states[first.index].value;
    const SourceRange place = fn.renaming.version(first).range;
    creep->origins.push_back({place, fmt::format("`{}` is {} because of this", name,
                                                 types::Spell(fn.program.types(), read.type))});
    if (value.is_number() && !value.typed && fn.rules() == types::PromotionRules::Numba) {
      creep->help = fmt::format("write `{} = np.{}(...)` there, or use `--literals weak`", name,
                                types::IsComplex(read.type) ? "complex64" : "float32");
    }
  }
  const auto place = [](const diag::Label& label) { return label.range.begin; };
  std::ranges::sort(creep->origins, {}, place);
  const auto repeated = std::ranges::unique(creep->origins, {}, place);
  creep->origins.erase(repeated.begin(), repeated.end());
}

void AddOrigins(FunctionContext& fn, std::vector<diag::Diagnostic>* diagnostics) {
  std::erase_if(*diagnostics, [&fn](const diag::Diagnostic& diagnostic) {
    return FollowsFromConflict(fn, diagnostic);
  });
  advice::MergeUnknownNames(diagnostics);
  const SourceManager& sources = fn.function.file->sources();
  const auto rest_of_line = [&](SourceRange range) {
    const SourceFile& file = sources.file(range.file);
    const std::uint32_t line = file.line_column(range.begin).line;
    return SourceRange{
        range.file, range.end,
        file.line_begin(line) + static_cast<std::uint32_t>(file.line_text(line).size())};
  };
  // Where `/` of integers is what made an index or extent a float.
  const auto suggest_floor_division = [&](diag::Diagnostic& diagnostic, SourceRange range) {
    const bool is_whole =
        diagnostic.kind == diag::Kind::IndexType || diagnostic.kind == diag::Kind::ArrayExtent;
    const bool has_floats = std::ranges::any_of(fn.reads, [&](const auto& entry) {
      return Holds(range, entry.second.range) && types::IsFloat(entry.second.type);
    });
    if (is_whole && !has_floats && DividesIntegers(sources.text(range))) {
      diagnostic.help = "`/` gives a float; `//` gives an integer";
    }
  };
  for (CreepCandidate& creep : fn.instance.creep) {
    AddOrigins(fn, &creep);
  }
  for (diag::Diagnostic& diagnostic : *diagnostics) {
    suggest_floor_division(diagnostic, diagnostic.range);
    if (!IsAboutTypes(diagnostic.kind)) {
      continue;
    }
    std::vector<SourceRange> places{diagnostic.range};
    for (const diag::Label& label : diagnostic.labels) {
      places.push_back(label.range);
    }
    std::vector<SourceRange> named;
    for (const SourceRange place : places) {
      const auto read = fn.reads.find(place.begin);
      if (read == fn.reads.end() || !(read->second.range == place) ||
          !read->second.type.has_value()) {
        continue;
      }
      // Parameters have the types that they are given.
      const scopes::Version& version = fn.renaming.version(read->second.version);
      const TypeId type = read->second.type;
      // The one that has this type, where others that come here have another.
      const VersionId own = FirstAssignment(fn.renaming, read->second.version, [&](VersionId id) {
        return fn.states[id.index].type == type;
      });
      const SourceRange origin = own.has_value() && fn.renaming.version(own).range.has_value()
                                     ? fn.renaming.version(own).range
                                     : DefinitionOf(fn, read->second.version);
      if (version.kind == scopes::VersionKind::Parameter || !origin.has_value() ||
          std::ranges::find(named, origin) != named.end()) {
        continue;
      }
      named.push_back(origin);
      suggest_floor_division(diagnostic, rest_of_line(origin));
      diagnostic.labels.push_back(
          {origin, fmt::format("`{}` is {} because of this",
                               fn.renaming.variables[version.variable], fn.Spell(type))});
    }
  }
}

}  // namespace kernelc::sema
