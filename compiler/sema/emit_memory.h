// The grid, shared and local arrays, atomics.
#pragma once

#include <optional>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// The type that a `dtype` argument names; null, with a diagnostic, where it names none.
std::optional<TypeId> ElementType(FunctionContext& fn, const Argument& argument);

// The element of an array that an index or a tuple of indices names; otherwise a diagnostic.
Place ElementPlace(FunctionContext& fn, const ast::Call& call, const Argument& array,
                   const Argument& index);

}  // namespace kernelc::sema
