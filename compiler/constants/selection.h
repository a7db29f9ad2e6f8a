// Which elements a subscript of a constant names.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "compiler/ast/ast.h"
#include "compiler/constants/object.h"

namespace kernelc::constants {

// The places of one dimension: first, first + step, and so on. An index takes its dimension away.
struct Selection {
  std::int64_t first = 0;
  std::int64_t step = 1;
  std::int64_t count = 0;
  bool is_index = false;
};

// Evaluates a part of a subscript; null where it is not known.
using PartValue = std::function<std::optional<Object>(const ast::Expr*)>;

// Null where Python raises.
std::optional<Selection> SelectIndex(const Object& index, std::int64_t extent);
// `lower:upper:step` of as many elements; null where it is not known, and where Python raises.
std::optional<Selection> SelectSlice(const ast::Slice& slice, std::int64_t extent,
                                     const PartValue& value_of);

}  // namespace kernelc::constants
