// Signatures and types in Numba's notation.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/arg_type.h"

namespace kernelc::types {

// The type that a name stands for where the text is written: a type, or the class of a named tuple, whose elements are empty
// where its fields have no types. Null where it stands for none.
using TypeNames = std::function<std::optional<abi::ArgType>(std::string_view name)>;

// Parses one type ("float32[:, ::1]", "int32", "UniTuple(int64, 2)"). Null with `*error` set on failure.
std::optional<abi::ArgType> ParseType(std::string_view text, std::string* error, const TypeNames& names = nullptr);

// Parses "float32[:, ::1], int32" or "void(float32[:], int32)". Null with `*error` set on failure. `*result`, where given,
// becomes the type of the result that the signature names.
std::optional<std::vector<abi::ArgType>> ParseSignature(std::string_view text, const TypeNames& names,
                                                        std::string* error,
                                                        std::optional<abi::ArgType>* result = nullptr);
std::optional<std::vector<abi::ArgType>> ParseSignature(std::string_view text, std::string* error,
                                                        std::optional<abi::ArgType>* result = nullptr);

// The array type for slices written `:` (false) and `::1` (true), null where there are too many.
std::optional<abi::ArgType> ArrayOfSlices(const abi::ArgType& element,
                                          const std::vector<bool>& unit_stride);

// Most dimensions that an array may have.
inline constexpr unsigned kMaxDimensions = 32;

}  // namespace kernelc::types
