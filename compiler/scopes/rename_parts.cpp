#include "compiler/scopes/rename_parts.h"

namespace kernelc::scopes {

using ast::As;

std::uint32_t Regions::New(std::uint32_t parent) {
  parents_.push_back(parent);
  return static_cast<std::uint32_t>(parents_.size() - 1);
}

bool Regions::Encloses(std::uint32_t definition, std::uint32_t use) const {
  while (use > definition) {
    use = parents_[use];
  }
  return use == definition;
}

void KnownVersions::AddParameter(VersionId version, const ast::Arg* parameter) {
  parameters_.emplace(version.index, parameter);
}

void KnownVersions::AddAssignment(VersionId version, const ast::Expr* value, bool is_only) {
  const auto* attribute = As<ast::Attribute>(value);
  const auto* call = As<ast::Call>(value);
  const auto* callee = call == nullptr ? nullptr : As<ast::Name>(call->func);
  const bool is_size = callee != nullptr && callee->id == "len";
  const bool is_constant = is_only && As<ast::Constant>(value) != nullptr;
  if (is_constant || is_size || (attribute != nullptr && attribute->attr == "ndim")) {
    values_.emplace(version.index, value);
  }
}

LocalFacts KnownVersions::Facts(VersionId version) const {
  const auto parameter = parameters_.find(version.index);
  const auto value = values_.find(version.index);
  return {.is_local = true,
          .parameter = parameter == parameters_.end() ? nullptr : parameter->second,
          .value = value == values_.end() ? nullptr : value->second};
}

}  // namespace kernelc::scopes
