// Classes that isinstance() knows beside the types of numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/abi/arg_type.h"

namespace kernelc::sema {

enum class TypeCategory : std::uint8_t {
  Anything, Array, Boolean, Complex, Datetime, Float, Inexact, Integer, NamedTuple, None, Nothing,
  Number, Record, Scalar, Signed, Text, Timedelta, Tuple, Unsigned,
};

// The class at a canonical path; null where there is none.
std::optional<TypeCategory> FindTypeClass(std::string_view path);

// The type of numbers that Python's own `int`, `float`, `complex` and `bool` are in kernels.
std::optional<abi::ScalarKind> FindPythonNumber(std::string_view name);

}  // namespace kernelc::sema
