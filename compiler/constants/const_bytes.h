// Constant arrays as memory holds them, and arrays of records.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/constants/object.h"

namespace kernelc::constants {

// Bytes of an array that kernels can hold.
inline constexpr std::int64_t kMaxConstantBytes = std::int64_t{64} << 20;

// Bytes of one element.
std::uint32_t ElementBytes(const ConstArray& array);
// The elements in the array's order, little-endian. For an array whose values are known.
std::string ArrayBytes(const ConstArray& array);
// np.array(rows, dtype=record), for nested lists of tuples: null where they are no such records.
std::optional<Object> RecordArrayFrom(const Object& rows, const abi::RecordRef& record);
// np.zeros(shape, dtype=record)
std::optional<Object> ZeroRecords(std::vector<std::int64_t> shape, const abi::RecordRef& record);

}  // namespace kernelc::constants
