#include <algorithm>

#include "compiler/functions/functions.h"

namespace kernelc::functions {
namespace {

struct TypeClassRow {
  std::string_view path;
  TypeCategory category;
};

constexpr TypeClassRow kTypeClasses[] = {
#define KC_TYPE_CLASS(path, category) {path, TypeCategory::category},
#include "compiler/functions/type_classes.def"
};

}  // namespace

std::optional<TypeCategory> FindTypeClass(std::string_view path) {
  const auto* row = std::ranges::find(kTypeClasses, path, &TypeClassRow::path);
  return row == std::end(kTypeClasses) ? std::nullopt : std::optional(row->category);
}

}  // namespace kernelc::functions
