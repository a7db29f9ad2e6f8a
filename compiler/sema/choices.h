// Strings that are chosen at run time: `mode = "near" if d < r else "far"`. Kernels make no strings, so such a value is
// one of the strings that stand in the program: its type names them, in order, and the value is a place among them.
// The type is a named tuple of one int32, so that it lives in slots and is passed on as tuples are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/kir/builder.h"
#include "compiler/sema/value.h"

namespace kernelc::sema {

bool IsChoiceType(const types::Type& type);
bool IsChoice(const types::TypeStore& store, const Value& value);

// A string known while compiling that may become a choice: no bytes.
bool IsPlainText(const Value& value);

// The type of one of `texts`, which may repeat.
TypeId ChoiceType(types::TypeStore& store, std::vector<std::string> texts);

// The type of all strings of both types; null unless both are choices.
std::optional<TypeId> UnifyChoices(types::TypeStore& store, TypeId left, TypeId right);

// `value`, a choice or a plain text, as a `type` that has all its strings.
kir::InstId ConvertChoice(kir::Builder& builder, const Value& value, TypeId type);

// A comparison or `in` of two strings of which one is a choice; null for other operands and for `is`.
std::optional<Value> CompareChoices(kir::Builder& builder, ast::CompareOperator op,
                                    const Value& left, const Value& right);

// Whether a choice has characters, and how many.
Value ChoiceTruth(kir::Builder& builder, const Value& choice);
Value ChoiceLength(kir::Builder& builder, const Value& choice);

}  // namespace kernelc::sema
