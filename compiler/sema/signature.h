// Types in Numba's notation.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/sema/object.h"

namespace kernelc::sema {

// Parses one type ("float32[:, ::1]", "int32", "UniTuple(int64, 2)"). Null with `*error` set on failure.
std::optional<abi::ArgType> ParseType(std::string_view text, std::string* error);

// The type that a name of the file stands for, null where it stands for none.
using TypeNames = std::function<std::optional<abi::ArgType>(std::string_view name)>;
// What `object` is in a signature: a type, or the class of a named tuple, whose elements are empty where its fields have no
// types.
std::optional<abi::ArgType> TypeNamed(const Object& object);
// As sema.h's, with names of the file.
std::optional<std::vector<abi::ArgType>> ParseSignature(std::string_view text,
                                                        const TypeNames& names,
                                                        std::string* error,
                                                        std::optional<abi::ArgType>* result = nullptr);

// The array type for slices written `:` (false) and `::1` (true), null where there are too many.
std::optional<abi::ArgType> ArrayOfSlices(const abi::ArgType& element,
                                          const std::vector<bool>& unit_stride);

// Most dimensions that an array may have.
inline constexpr unsigned kMaxDimensions = 32;

}  // namespace kernelc::sema
