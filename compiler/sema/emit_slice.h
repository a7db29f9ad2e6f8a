// Slices whose step is known only at run time and slices of tuples; ranges as sequences.
#pragma once

#include <optional>
#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// How many numbers range(start, stop, step) has; none where the step is zero.
Value StepCount(FunctionContext& fn, const Value& start, const Value& stop, const Value& step);

// a[lower:upper:step] where the step's sign is known only at run time.
ViewDimension EmitSteppedSlice(FunctionContext& fn, const Value& extent, const Value& stride,
                               const IndexItem& item, Value* start);

// The elements that a slice takes of a tuple.
Value EmitTupleSlice(FunctionContext& fn, const std::vector<Value>& elements,
                     const IndexItem& slice);

// range(...) inside enumerate, zip or reversed.
std::optional<Sequence> RangeSequence(FunctionContext& fn, const ast::Call& call);

// The numbers of a range.
Sequence CountedSequence(FunctionContext& fn, const RangeParts& parts);

}  // namespace kernelc::sema
