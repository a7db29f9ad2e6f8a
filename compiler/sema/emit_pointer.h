// Pointers, as CPointer parameters have them: elements without wraparound, and arrays made of them.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

bool IsPointer(FunctionContext& fn, const Value& value);

// p[i]: element number i from the pointer on, also where i is negative.
Place PointerPlace(FunctionContext& fn, const Value& pointer, const ast::Subscript& subscript);

}  // namespace kernelc::sema
