// NumPy's arrays as constants: their parts, attributes and bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/constants/object.h"
#include "compiler/constants/constants.h"

namespace kernelc::constants {

// Elements of an array whose contents are known, at most; larger ones keep their shape and type.
inline constexpr std::int64_t kMaxArrayElements = std::int64_t{1} << 20;

Object ArrayObject(ConstArray array);
// const_paths.cpp: null for elements that constants do not have.
std::optional<Object> ArrayOf(const StoredArray& stored);

// What follows is null where the value is not known.

// a[i], a[i, j]
std::optional<Object> ArrayElement(const Object& array, const Object& index);
// The elements of the first dimension.
std::optional<std::vector<Object>> ArrayRows(const Object& array);
// a.shape and the like; what takes computing is the interpreter's of compiler/host.
std::optional<Object> ArrayMember(const Object& array, std::string_view name);
// An array of one dimension with these bytes.
std::optional<Object> ArrayFromBytes(const Object& bytes, abi::ScalarKind kind);

// Bytes of an array that kernels can hold.
inline constexpr std::int64_t kMaxConstantBytes = std::int64_t{64} << 20;

// Bytes of one element.
std::uint32_t ElementBytes(const ConstArray& array);
// The elements in the array's order, little-endian. For an array whose values are known.
std::string ArrayBytes(const ConstArray& array);
// The count of units of an array without dimensions that holds a time.
std::int64_t ConstantTime(const ConstArray& array);

}  // namespace kernelc::constants
