// Types in Numba's notation.
#pragma once

#include <string>
#include <string_view>

#include "compiler/sema/object.h"

namespace kernelc::sema {

// Parses one type ("float32[:, ::1]", "int32", "UniTuple(int64, 2)"). Null with `*error` set on failure.
std::optional<abi::ArgType> ParseType(std::string_view text, std::string* error);

// Why `text` cannot be a layout, or null: the array type for slices written `:` (false) and `::1` (true).
std::optional<abi::ArgType> ArrayOfSlices(abi::ScalarKind element,
                                          const std::vector<bool>& unit_stride);

// Most dimensions that an array may have.
inline constexpr unsigned kMaxDimensions = 32;

}  // namespace kernelc::sema
