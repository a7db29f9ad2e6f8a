// np.datetime64 and np.timedelta64 of the host.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "compiler/ast/ast.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/object.h"

namespace kernelc::constants {

// An array without dimensions that holds a time: what a call of np.datetime64 or np.timedelta64 gives.
bool IsTime(const Object& object);
// Its count of units.
std::int64_t ConstantTime(const ConstArray& array);

// np.datetime64("2024-02-29"), np.timedelta64(3, "D"): `name` is without the module. Null where the value is not known.
std::optional<Object> TimeCall(std::string_view name, const NumpyArguments& arguments);

// `left op right` where one of them is a time; null where that is not known.
std::optional<Object> FoldTimes(ast::BinaryOperator op, const Object& left, const Object& right);

}  // namespace kernelc::constants
