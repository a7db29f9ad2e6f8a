// Making, converting and describing values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

Value MakeNumber(FunctionContext& fn, const Number& number);
Value MakeTyped(const Number& number, TypeId type);
Value FromObject(FunctionContext& fn, const Object& object);
kir::InstId MaterializeNumber(FunctionContext& fn, const Number& number, TypeId type);
kir::InstId Materialize(FunctionContext& fn, const Value& value);

// The type of a value that can live in a slot; none for objects.
TypeId RuntimeType(FunctionContext& fn, const Value& value);
bool IsConvertible(FunctionContext& fn, const Value& value, TypeId type);

// `value` as a `type`, which it must be convertible to.
kir::InstId ConvertTo(FunctionContext& fn, const Value& value, TypeId type);

// The elements of a tuple and of bytes that are known; null for all else.
std::optional<std::vector<Value>> AsTuple(FunctionContext& fn, const Value& value);
std::vector<Value> TupleParts(FunctionContext& fn, const Value& value);

// A tuple of these; poison, with a diagnostic at `range`, when it has too many parts to be
// followed.
Value NewTuple(FunctionContext& fn, std::vector<Value> elements, SourceRange range);
Value AsRuntime(FunctionContext& fn, const Value& value);
bool IsArray(FunctionContext& fn, const Value& value);
std::optional<std::int64_t> ConstantInt(const Value& value);
std::string Describe(FunctionContext& fn, const Value& value);
Value IntConstant(std::int64_t value);
bool IsInteger(const Value& value);

}  // namespace kernelc::sema
