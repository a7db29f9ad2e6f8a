// Bits, warps, the grid group and memory with cache operators.
#pragma once

#include <string_view>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Whether the argument is an integer or bool; otherwise a diagnostic.
bool RequireInteger(FunctionContext& fn, const Argument& argument, std::string_view function);

}  // namespace kernelc::sema
