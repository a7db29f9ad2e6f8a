// Expressions that stand as statements and do nothing.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Warns of an expression that stands as a statement and does nothing.
void CheckUnused(FunctionContext& fn, const ast::Expr& expr, const Value& value);

}  // namespace kernelc::sema
