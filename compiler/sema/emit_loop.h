// Loops.
#pragma once

#include <optional>
#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// The arguments of range(...); null after an error.
std::optional<RangeParts> EmitRangeArguments(FunctionContext& fn, const ast::Call& call);

// The bounds of range(...) in the type in which it counts; null, with a diagnostic, where they are
// no integers.
std::optional<RangeParts> MakeRangeParts(FunctionContext& fn, const ast::Call& call,
                                         const Arguments& arguments);

// Elements side by side, as many as the shortest has.
Sequence Zipped(FunctionContext& fn, std::vector<Sequence> parts);

// The type that all elements unify to; null where there is none.
std::optional<types::NumericType> CommonType(FunctionContext& fn,
                                             const std::vector<Value>& elements);

// What a loop over `value` takes elements from; null after an error, or where the loop is written
// out instead.
std::optional<Sequence> SequenceOf(FunctionContext& fn, const Value& value, SourceRange range);

}  // namespace kernelc::sema
