// Choices between two values: `x if c else y`, and what `and` and `or` give.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Of a choice between a value whose type this walk does not know and `value`: something of the type
// of `value`, from which the next walk learns what recursion gives.
Value KnownSide(FunctionContext& fn, const Value& value);

// A value chosen by a condition; both sides have been emitted into their regions.
Value Choose(FunctionContext& fn, const Value& condition, kir::RegionId then_region,
             const Value& then_value, kir::RegionId else_region, const Value& else_value,
             SourceRange then_range, SourceRange else_range);

// Whether the operations of a region may run although the program would skip them: they are few,
// cost next to nothing and touch no memory.
bool IsCheap(const FunctionContext& fn, kir::RegionId region);
void Splice(FunctionContext& fn, kir::RegionId region);

}  // namespace kernelc::sema
