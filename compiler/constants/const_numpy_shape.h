// NumPy's functions that arrange elements on constants. Null where the value is not known.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "compiler/constants/const_numpy.h"

namespace kernelc::constants {

// What const_numpy_join does not have: joins along other dimensions, outer, flips, diag, unique, maximum, clip, std and their
// like. `name` is without the module.
std::optional<Object> ArrangedCall(std::string_view name, const NumpyArguments& arguments);
// sum, prod, min, max, mean along one dimension.
std::optional<Object> ReducedAlong(std::string_view name, const ConstArray& array,
                                   std::int64_t axis);

// `order="F"`.
bool WantsFortran(const NumpyArguments& arguments);
// An array of two dimensions and more in that order.
std::optional<Object> InOrder(std::optional<Object> object, bool fortran);

}  // namespace kernelc::constants
