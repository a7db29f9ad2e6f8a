// Functions of cuda.fp16 and cuda.bf16. Each operation rounds once, to the nearest number of the
// type; functions of mathematics are computed in float32 and rounded after.
#pragma once

#include "compiler/functions/functions.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// A call of a function of half_functions.def.
Value EmitHalfCall(FunctionContext& fn, const ast::Call& call,
                   const functions::HalfFunction& function);

}  // namespace kernelc::sema
