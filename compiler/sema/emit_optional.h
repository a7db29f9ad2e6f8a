// Optional values: None on some ways, a value on others. At run time they are a pair, whether there
// is a value and the value. An expression that needs the value ends the thread where there is none,
// as in Numba.
#pragma once

#include <optional>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// None on some ways and a value on others.
bool IsOptional(FunctionContext& fn, const Value& value);

// Of an optional value: whether it is there, a bool; and the value itself, zero where it is not.
kir::InstId HasValue(FunctionContext& fn, const Value& optional);

// Zero where there is none.
Value ValueInside(FunctionContext& fn, const Value& optional);

// The value of an optional one, ending the thread where there is none; others as they are.
Value Unwrap(FunctionContext& fn, const Value& value, SourceRange range);

// The value; where it is optional, code that ends the thread when there is none.
Value Emit(FunctionContext& fn, const ast::Expr* expr);

// RuntimeType, with kNone for None.
TypeId TypeOrNone(FunctionContext& fn, const Value& value);

// The optional type of two types one of which may be None; null where their values do not unify.
std::optional<types::NumericType> UnifyOptional(FunctionContext& fn, types::NumericType left,
                                                types::NumericType right);

// None, a value or an optional value as the optional type `type`.
kir::InstId MakeOptional(FunctionContext& fn, const Value& value, TypeId type);

// Comparisons in which at least one side is optional. Equality is Python's: None equals None alone.
// An order needs values.
Value CompareOptional(FunctionContext& fn, ast::CompareOperator op, const Value& left,
                      const Value& right, SourceRange range, SourceRange left_range,
                      SourceRange right_range);

// True where there is a value that is true.
Value OptionalTruth(FunctionContext& fn, const Value& optional, SourceRange range);

}  // namespace kernelc::sema
