// Operators.
#pragma once

#include <string_view>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

Value EmitBinary(FunctionContext& fn, ast::BinaryOperator op, const Value& left, const Value& right,
                 SourceRange range, SourceRange left_range, SourceRange right_range);
Value EmitUnary(FunctionContext& fn, ast::UnaryOperator op, const Value& operand,
                SourceRange range);
Value EmitComparison(FunctionContext& fn, ast::CompareOperator op, const Value& left,
                     const Value& right, SourceRange range, SourceRange left_range,
                     SourceRange right_range);
Value EmitContains(FunctionContext& fn, bool negated, const Value& left, const Value& right,
                   SourceRange range, SourceRange left_range, SourceRange right_range);
void NoteCreep(FunctionContext& fn, TypeId result, const Value& left, const Value& right,
               std::string_view what, SourceRange range);

}  // namespace kernelc::sema
