// What is known of constants by themselves: comparisons, truth, elements, operators, texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/constants/object.h"

namespace kernelc::constants {

// Whether its contents can be changed, or those of a part.
bool IsMutable(const Object& object);

// A comparison of texts; null where Python raises.
std::optional<bool> CompareTexts(ast::CompareOperator op, const Object& left, const Object& right);

// host_values.cpp: whether it asks if things are the same: names of one thing are two to the interpreter of the host.
bool IsIdentity(const ast::Compare& compare);

// Whether the object is true; null where that is not known.
std::optional<bool> ObjectTruth(const Object& object);

// const_types.cpp: `void`, `types.none` and None as the result of a signature.
bool IsVoid(const Object& object);
// A signature's text without optionals: one text for each choice among `optional(...)` and none, and no
// result that is optional; the text itself where these are too many.
std::vector<std::string> WithoutOptionals(std::string_view text);

// Elements of a constant tuple, with those of tuples inside it.
inline constexpr std::size_t kMaxConstantParts = 100000;

// Elements of an array whose parts are constants, at most.
inline constexpr std::int64_t kMaxArrayElements = std::int64_t{1} << 20;

// const_sequence.cpp: a[i], a[i, j]; a.shape and the like, of arrays on the device and of large ones as well. Null where
// the value is not known.
std::optional<Object> ArrayElement(const Object& array, const Object& index);
std::optional<Object> ArrayMember(const Object& array, std::string_view name);

// The elements of a tuple or list; null for other things.
std::optional<ObjectList> ObjectElements(const Object& object);

// NumPy scalars: `number` as a `kind`, null where NumPy raises.
std::optional<Object> TypedNumber(const std::optional<Number>& number, abi::ScalarKind kind);

// `left + right` of strings, `left * right` of a string and a number; null of others.
std::optional<Object> FoldTexts(ast::BinaryOperator op, const Object& left, const Object& right);

// str(object), for numbers, strings and None.
std::optional<std::string> ObjectText(const Object& object);

}  // namespace kernelc::constants
