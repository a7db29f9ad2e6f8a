// Assignment to elements of constants: `table[i, 1:] = value`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/sema/object.h"

namespace kernelc::sema {

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
// What stands between the brackets of `array[slice]`; null where it is not known, and where NumPy raises.
std::optional<std::vector<Selection>> SelectPlaces(const ast::Expr* slice, const ConstArray& array,
                                                   const PartValue& value_of);

// The elements at the places, as an array of its own; null where the contents are not known.
std::optional<Object> ElementsAt(const ConstArray& array, std::vector<Selection> selections);

// Assigns a number, list or array to the places selected, a selection for each of the first dimensions. False, with the
// array as it was, where the array's contents are not known or the value does not fit.
bool StoreElements(ConstArray* array, std::vector<Selection> selections, const Object& value);

}  // namespace kernelc::sema
