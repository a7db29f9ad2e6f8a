// Conversions that the program writes: int(x), float32(x), complex(a, b), round(x), type(x).
#pragma once

#include <string_view>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Whether the argument is a number that is not complex; otherwise a diagnostic.
bool RequireReal(FunctionContext& fn, const Argument& argument, std::string_view function);

// `value` as a number of `type`, as the program asks for by calling the type.
Value EmitCast(FunctionContext& fn, const Value& value, TypeId type, SourceRange range);

// A call of a type: `float32(x)`, `Point(x, y)`, `float4(...)`.
Value EmitTypeCall(FunctionContext& fn, const ast::Call& call, const Object& type);

// Rounds to decimal places in the number's own floating type. As Numba has it, integers become
// float64, the narrowest ones float32, and float16 becomes float32.
Value EmitRoundDigits(FunctionContext& fn, const ast::Call& call, const Arguments& arguments);

}  // namespace kernelc::sema
