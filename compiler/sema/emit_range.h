// Ranges and slices that are held in variables. They are named tuples (start, stop, step), so that
// they live in slots and are passed on as tuples are; nothing else takes them for tuples.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// A range that is held in a variable.
bool IsRange(FunctionContext& fn, const Value& value);

// A slice that is held in a variable.
bool IsSlice(FunctionContext& fn, const Value& value);

// Its numbers.
Sequence SequenceOfRange(FunctionContext& fn, const Value& range);

// x in range(...), without a loop.
Value RangeContains(FunctionContext& fn, bool negated, const Value& number, const Value& range);

}  // namespace kernelc::sema
