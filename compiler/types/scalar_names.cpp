#include <unordered_map>

#include "compiler/types/written_types.h"

namespace kernelc::types {
namespace {

constexpr std::string_view kNames[] = {
#define KC_TYPE_NAME(text, scalar) text,
#include "compiler/types/type_names.def"
};

const std::unordered_map<std::string_view, abi::ScalarKind>& scalar_names() {
  static const auto* names = [] {
    auto* map = new std::unordered_map<std::string_view, abi::ScalarKind>();
    for (std::size_t i = 0; i < static_cast<std::size_t>(abi::ScalarKind::kCount); ++i) {
      map->emplace(abi::kScalarInfos[i].text, static_cast<abi::ScalarKind>(i));
    }
#define KC_TYPE_NAME(text, scalar) map->emplace(text, abi::ScalarKind::scalar);
#include "compiler/types/type_names.def"
    return map;
  }();
  return *names;
}

}  // namespace

std::optional<abi::ScalarKind> FindScalarType(std::string_view name) {
  const auto found = scalar_names().find(name);
  return found == scalar_names().end() ? std::nullopt : std::optional(found->second);
}

std::span<const std::string_view> ScalarNames() { return kNames; }

std::optional<abi::ScalarKind> FindPythonNumber(std::string_view name) {
  if (name == "int") {
    return abi::ScalarKind::Int64;
  }
  if (name == "float") {
    return abi::ScalarKind::Float64;
  }
  if (name == "complex") {
    return abi::ScalarKind::Complex128;
  }
  return name == "bool" ? std::optional(abi::ScalarKind::Bool) : std::nullopt;
}

}  // namespace kernelc::types
