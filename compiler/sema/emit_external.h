// Calls of functions that `cuda.declare_device` declares.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Numba's ABI: `int name(result*, arguments...)`; C's: `result name(arguments...)`.
Value EmitDeclaredDevice(FunctionContext& fn, const ast::Call& call, const Object& callee);

}  // namespace kernelc::sema
