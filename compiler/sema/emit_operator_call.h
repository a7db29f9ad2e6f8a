// operator.add(a, b) and its like.
#pragma once

#include "compiler/functions/functions.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// A call of a function of operators.def.
Value EmitOperatorCall(FunctionContext& fn, const ast::Call& call,
                       const functions::OperatorInfo& info);

}  // namespace kernelc::sema
