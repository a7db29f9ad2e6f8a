// Making, converting and describing values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// A known number of Python's own type.
Value MakeNumber(FunctionContext& fn, const Number& number);

// A known number of a NumPy type.
Value MakeTyped(const Number& number, TypeId type);

// The value of a constant of the file.
Value FromObject(FunctionContext& fn, const Object& object);

// The operation for a known number in a type that has it.
kir::InstId MaterializeNumber(FunctionContext& fn, const Number& number, TypeId type);

// The operation that gives the value, which has one.
kir::InstId Materialize(FunctionContext& fn, const Value& value);

// The type of a value that can live in a slot; none for objects.
TypeId RuntimeType(FunctionContext& fn, const Value& value);

// Whether `value` can become a `type` where it is assigned, passed or returned.
bool IsConvertible(FunctionContext& fn, const Value& value, TypeId type);

// `value` as a `type`, which it must be convertible to.
kir::InstId ConvertTo(FunctionContext& fn, const Value& value, TypeId type);

// The elements of a tuple and of bytes that are known; null for all else.
TupleElements AsTuple(FunctionContext& fn, const Value& value);

// The elements of a tuple, which it is.
std::vector<Value> TupleParts(FunctionContext& fn, const Value& value);

// A tuple of these; poison, with a diagnostic at `range`, when it has too many parts to be
// followed.
Value NewTuple(FunctionContext& fn, std::vector<Value> elements, SourceRange range);

// The value as the result of an operation, in its own type.
Value AsRuntime(FunctionContext& fn, const Value& value);

// An array, also of records.
bool IsArray(FunctionContext& fn, const Value& value);

// The value of an integer that is known; null for others.
std::optional<std::int64_t> ConstantInt(const Value& value);

// The value in the program's words, for diagnostics: "float32[::1]", "a tuple of 2 int64".
std::string Describe(FunctionContext& fn, const Value& value);

// An int64 that is known.
Value IntConstant(std::int64_t value);

// An integer, known or not; no bool.
bool IsInteger(const Value& value);

}  // namespace kernelc::sema
