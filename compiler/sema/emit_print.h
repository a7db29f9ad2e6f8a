// print and breakpoint.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// `print(...)`.
Value EmitPrintCall(FunctionContext& fn, const ast::Call& call);

}  // namespace kernelc::sema
