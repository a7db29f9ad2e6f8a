// Mathematical functions.
#pragma once

#include <span>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// A builtin "F(F, ...)": computed in float32 or float64, narrower floats through float32.
Value EmitMath(FunctionContext& fn, builtins::BuiltinId builtin, std::span<const Value> operands,
               SourceRange range, bool numpy);
Value Conjugate(FunctionContext& fn, const Value& value);

}  // namespace kernelc::sema
