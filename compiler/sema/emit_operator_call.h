// operator.add(a, b) and its like.
#pragma once

#include "compiler/sema/function_context.h"
#include "compiler/sema/operators.h"

namespace kernelc::sema {

Value EmitOperatorCall(FunctionContext& fn, const ast::Call& call, const OperatorInfo& info);

}  // namespace kernelc::sema
