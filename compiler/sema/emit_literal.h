// Expressions of literals, which Python computes before Numba sees them.
#pragma once

#include <optional>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Reports a literal that has more than 64 bits; gives poison.
Value ReportLargeInteger(FunctionContext& fn, SourceRange range);

// An expression of literals alone has Python's value, with integers of any size on the way; null
// where it is none.
std::optional<Value> EmitLiterals(FunctionContext& fn, const ast::BinOp& node);

}  // namespace kernelc::sema
