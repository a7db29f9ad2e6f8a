// Loops.
#pragma once

#include <optional>
#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// The arguments of range(...); null after an error.
std::optional<RangeParts> EmitRangeArguments(FunctionContext& fn, const ast::Call& call);
std::optional<RangeParts> MakeRangeParts(FunctionContext& fn, const ast::Call& call,
                                         const Arguments& arguments);
Sequence Zipped(FunctionContext& fn, std::vector<Sequence> parts);
std::optional<types::NumericType> CommonType(FunctionContext& fn,
                                             const std::vector<Value>& elements);
std::optional<Sequence> SequenceOf(FunctionContext& fn, const Value& value, SourceRange range);

}  // namespace kernelc::sema
