// Operators.
#pragma once

#include <string_view>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// `left op right`; ranges are those of the whole and of its sides.
Value EmitBinary(FunctionContext& fn, ast::BinaryOperator op, const Value& left, const Value& right,
                 SourceRange range, SourceRange left_range, SourceRange right_range);

// `op operand`.
Value EmitUnary(FunctionContext& fn, ast::UnaryOperator op, const Value& operand,
                SourceRange range);

// `left op right` as a bool, also `is` and `in`.
Value EmitComparison(FunctionContext& fn, ast::CompareOperator op, const Value& left,
                     const Value& right, SourceRange range, SourceRange left_range,
                     SourceRange right_range);

// `left in right`.
Value EmitContains(FunctionContext& fn, bool negated, const Value& left, const Value& right,
                   SourceRange range, SourceRange left_range, SourceRange right_range);

// Notes that operands which are narrower gave a wider `result`: a candidate for Float64Creep.
void NoteCreep(FunctionContext& fn, TypeId result, const Value& left, const Value& right,
               std::string_view what, SourceRange range);

}  // namespace kernelc::sema
