// NumPy's functions that arrange elements, and products of matrices, on constants. Null where the value is not known.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "compiler/sema/const_numpy.h"

namespace kernelc::sema {

// `a @ b`, np.dot(a, b) of vectors and matrices.
std::optional<Object> MatrixProduct(const Object& left, const Object& right);
// What const_numpy_join does not have: joins along other dimensions, outer, flips, diag, unique, maximum, clip, std and their
// like. `name` is without the module.
std::optional<Object> ArrangedCall(std::string_view name, const NumpyArguments& arguments);
// sum, prod, min, max, mean along one dimension.
std::optional<Object> ReducedAlong(std::string_view name, const ConstArray& array,
                                   std::int64_t axis);

}  // namespace kernelc::sema
