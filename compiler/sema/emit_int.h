// Arithmetic on sizes and positions, which are int64, with what is known folded.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

Value IntAdd(FunctionContext& fn, const Value& left, const Value& right);
Value IntSub(FunctionContext& fn, const Value& left, const Value& right);
Value IntMul(FunctionContext& fn, const Value& left, const Value& right);
Value IntMin(FunctionContext& fn, const Value& left, const Value& right);
Value IntMax(FunctionContext& fn, const Value& left, const Value& right);
Value IntSelectNegative(FunctionContext& fn, const Value& tested, const Value& if_negative,
                        const Value& otherwise);

}  // namespace kernelc::sema
