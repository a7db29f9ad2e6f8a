// Strings of fixed width, the elements of arrays of S8 and U4: comparison, length, characters,
// stores. Zeros at the end do not count. A string is a pointer to its characters.
#pragma once

#include <optional>
#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// A string of an array, `S8` or `U4`.
bool IsString(FunctionContext& fn, const Value& value);

// The characters of a string, each as an int64: constants, or loads.
std::vector<Value> StringCharacters(FunctionContext& fn, const Value& string);

// Such a string, or one that is known.
bool IsText(FunctionContext& fn, const Value& value);

// Null where neither side is a string.
std::optional<Value> EmitStringComparison(FunctionContext& fn, ast::CompareOperator op,
                                          const Value& left, const Value& right, SourceRange range);

// One more than the place of the last character that is not zero.
Value StringLength(FunctionContext& fn, const Value& string, SourceRange range);

// s[i]: an integer of a bytes string, a string of one character of a str.
Value EmitStringSubscript(FunctionContext& fn, const Value& string,
                          const ast::Subscript& subscript);

// a[i] = 'text' or another string: cut off or filled with zeros.
void StoreString(FunctionContext& fn, kir::InstId pointer, const Value& value);

}  // namespace kernelc::sema
