// Operators of tuples.
#pragma once

#include <optional>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Concatenation and repetition by a constant; none where there is no such operator.
std::optional<Value> EmitTupleBinary(FunctionContext& fn, ast::BinaryOperator op, const Value& left,
                                     const Value& right, SourceRange range);

// Lexicographic, as in Python; both sides are tuples.
Value EmitTupleComparison(FunctionContext& fn, ast::CompareOperator op, const Value& left,
                          const Value& right, SourceRange range, SourceRange left_range,
                          SourceRange right_range);

}  // namespace kernelc::sema
