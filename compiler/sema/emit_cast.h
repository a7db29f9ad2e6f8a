// Conversions that the program writes: int(x), float32(x), complex(a, b), round(x), type(x).
#pragma once

#include <string_view>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

bool RequireReal(FunctionContext& fn, const Argument& argument, std::string_view function);
Value EmitCast(FunctionContext& fn, const Value& value, TypeId type, SourceRange range);
Value EmitTypeCall(FunctionContext& fn, const ast::Call& call, const Object& type);

// Rounds to decimal places in the number's own floating type. As Numba has it, integers become
// float64, the narrowest ones float32, and float16 becomes float32.
Value EmitRoundDigits(FunctionContext& fn, const ast::Call& call, const Arguments& arguments);

}  // namespace kernelc::sema
