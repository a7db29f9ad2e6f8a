// Where the names in a diagnostic got their types.
#include <algorithm>

#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {
namespace {

// Errors that are about the types of the values they name.
bool IsAboutTypes(diag::Kind kind) {
  switch (kind) {
    case diag::Kind::ArgumentType:
    case diag::Kind::ArrayArithmetic:
    case diag::Kind::ArrayShape:
    case diag::Kind::BadCast:
    case diag::Kind::CannotChoose:
    case diag::Kind::CannotReturn:
    case diag::Kind::CannotUnpack:
    case diag::Kind::FancyIndex:
    case diag::Kind::IndexType:
    case diag::Kind::NoOperator:
    case diag::Kind::NoTruth:
    case diag::Kind::NoUnaryOperator:
    case diag::Kind::NotCallable:
    case diag::Kind::NotIterable:
    case diag::Kind::NotSubscriptable:
    case diag::Kind::StoreRank:
    case diag::Kind::StoreType:
    case diag::Kind::TooManyIndices:
    case diag::Kind::UnknownAttribute:
    case diag::Kind::UnknownMethod:
      return true;
    default:
      return false;
  }
}

bool Holds(SourceRange outer, SourceRange inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

void FunctionEmitter::NoteRead(const ast::Name& name, VersionId version, TypeId type) {
  reads_[name.range.begin] = {version, name.range, type};
}

// What follows from a variable that has no type is not another fault.
bool FunctionEmitter::FollowsFromConflict(const diag::Diagnostic& diagnostic) const {
  if (conflicts_.empty() || diagnostic.kind == diag::Kind::CannotUnify) {
    return false;
  }
  return std::ranges::any_of(reads_, [&](const auto& entry) {
    const NameRead& read = entry.second;
    return std::ranges::find(conflicts_, read.version) != conflicts_.end() &&
           Holds(diagnostic.range, read.range);
  });
}

void FunctionEmitter::AddOrigins(std::vector<diag::Diagnostic>* diagnostics) {
  std::erase_if(*diagnostics, [this](const diag::Diagnostic& diagnostic) {
    return FollowsFromConflict(diagnostic);
  });
  for (CreepCandidate& creep : instance_->creep) {
    for (const auto& [begin, read] : reads_) {
      const Version& version = renaming_.version(read.version);
      const SourceRange origin = DefinitionOf(read.version);
      const bool is_wide = read.type == types::kFloat64 || read.type == types::kComplex128;
      if (is_wide && Holds(creep.range, read.range) && origin.has_value() &&
          version.kind != VersionKind::Parameter) {
        creep.origins.push_back({origin, fmt::format("`{}` is {} because of this",
                                                     renaming_.variables[version.variable],
                                                     Spell(read.type))});
      }
    }
    const auto place = [](const diag::Label& label) { return label.range.begin; };
    std::ranges::sort(creep.origins, {}, place);
    const auto repeated = std::ranges::unique(creep.origins, {}, place);
    creep.origins.erase(repeated.begin(), repeated.end());
  }
  for (diag::Diagnostic& diagnostic : *diagnostics) {
    if (!IsAboutTypes(diagnostic.kind)) {
      continue;
    }
    std::vector<SourceRange> places{diagnostic.range};
    for (const diag::Label& label : diagnostic.labels) {
      places.push_back(label.range);
    }
    std::vector<SourceRange> named;
    for (const SourceRange place : places) {
      const auto read = reads_.find(place.begin);
      if (read == reads_.end() || !(read->second.range == place) ||
          !read->second.type.has_value()) {
        continue;
      }
      // Parameters have the types that they are given.
      const Version& version = renaming_.version(read->second.version);
      const SourceRange origin = DefinitionOf(read->second.version);
      if (version.kind == VersionKind::Parameter || !origin.has_value() ||
          std::ranges::find(named, origin) != named.end()) {
        continue;
      }
      named.push_back(origin);
      diagnostic.labels.push_back(
          {origin, fmt::format("`{}` is {} because of this", renaming_.variables[version.variable],
                               Spell(read->second.type))});
    }
  }
}

}  // namespace kernelc::sema
