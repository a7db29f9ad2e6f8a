// datetime64 and timedelta64: 64-bit counts of a unit, with NaT, as NumPy computes with them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "compiler/functions/functions.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// A datetime64 or timedelta64.
bool IsTime(FunctionContext& fn, const Value& value);

// A timedelta64.
bool IsTimedelta(FunctionContext& fn, const Value& value);

// The time with this count of its unit.
Value MakeTime(FunctionContext& fn, kir::InstId count, abi::RecordKind kind, unsigned unit);

// The count of a time in a finer unit.
kir::InstId TimeCount(FunctionContext& fn, const Value& time, unsigned unit);

// Null where neither side is a time.
std::optional<Value> EmitTimeComparison(FunctionContext& fn, ast::CompareOperator op,
                                        const Value& left, const Value& right, SourceRange range);

// min and max of times of one type, as the comparisons choose; null where none is a time.
std::optional<Value> EmitTimeExtreme(FunctionContext& fn, std::span<const Value> values,
                                     bool want_max);

// The sum or mean of an array of timedelta64; null for other elements and functions.
std::optional<Value> EmitTimeReduction(FunctionContext& fn, const functions::ReductionInfo& info,
                                       std::string_view name, const Value& array,
                                       SourceRange range);

// Null where neither side is a time.
std::optional<Value> EmitTimeBinary(FunctionContext& fn, ast::BinaryOperator op, const Value& left,
                                    const Value& right, SourceRange range);

// -t, +t and abs(t)
std::optional<Value> EmitTimeUnary(FunctionContext& fn, bool negates, bool is_abs,
                                   const Value& time);

// A time of the same or a coarser unit into an array.
bool StoreTime(FunctionContext& fn, kir::InstId pointer, const Value& value,
               SourceRange value_range);

}  // namespace kernelc::sema
