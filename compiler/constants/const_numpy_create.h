// NumPy's functions that make constant arrays from numbers, and what their arguments say.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/constants/const_numpy.h"
#include "compiler/constants/const_numpy_shape.h"

namespace kernelc::constants {

// A shape: a number or a sequence of them.
std::optional<std::vector<std::int64_t>> AsShape(const Object* object);
bool IsPositive(const std::vector<std::int64_t>& shape);

// Whether all keyword arguments are called one of these.
bool HasOnly(const NumpyArguments& arguments, std::initializer_list<std::string_view> names);

// The type of a `dtype` argument; `fallback` where there is none, null where it names none.
std::optional<abi::ScalarKind> AsDtype(const Object* object,
                                       std::optional<abi::ScalarKind> fallback);

// np.arange, np.linspace, np.eye, np.zeros, np.random.rand and the like; null for other names.
std::optional<Object> Created(std::string_view name, const NumpyArguments& arguments);

}  // namespace kernelc::constants
