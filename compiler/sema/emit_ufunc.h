// NumPy's universal functions on numbers, and on arrays with a result array.
#pragma once

#include <span>
#include <vector>

#include "compiler/functions/functions.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// A ufunc of scalars.
Value EmitUfunc(FunctionContext& fn, const functions::UfuncInfo& info,
                std::span<const Value> operands, SourceRange range);

// Where element `indices` of an array lies that is stretched to the shape of the result, as NumPy
// broadcasts.
kir::InstId BroadcastPointer(FunctionContext& fn, const Value& operand,
                             const std::vector<kir::InstId>& indices);

// The elements of `out` one by one, in the calling thread; false after an error.
bool EmitUfuncLoop(FunctionContext& fn, const functions::UfuncInfo& info,
                   std::span<const Value> operands, const Value& out, SourceRange range,
                   const StoreOrder& order = {});

// A call of a function of ufuncs.def.
Value EmitUfuncCall(FunctionContext& fn, const ast::Call& call, const functions::UfuncInfo& info);

// `a += b` for an array a, which changes in place; false where NumPy has no such operator.
bool EmitInPlace(FunctionContext& fn, ast::BinaryOperator op, const Value& array,
                 const Value& operand, SourceRange range);

}  // namespace kernelc::sema
