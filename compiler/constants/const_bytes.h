// Constant arrays as memory holds them.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/constants/object.h"

namespace kernelc::constants {

// Bytes of an array that kernels can hold.
inline constexpr std::int64_t kMaxConstantBytes = std::int64_t{64} << 20;

// Bytes of one element.
std::uint32_t ElementBytes(const ConstArray& array);
// The elements in the array's order, little-endian. For an array whose values are known.
std::string ArrayBytes(const ConstArray& array);
// The count of units of an array without dimensions that holds a time.
std::int64_t ConstantTime(const ConstArray& array);

}  // namespace kernelc::constants
