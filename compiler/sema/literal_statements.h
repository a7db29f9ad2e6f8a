// Statements that do nothing but name literals.
#pragma once

#include "compiler/ast/ast.h"

namespace kernelc::sema {

// `name = 3`, `name = (1, "text")`: gives one name a number, a text or a display of these, and does
// nothing else. What looks for launches, kernels or changes finds nothing in it but the name.
bool BindsLiteral(const ast::Stmt* stmt);

}  // namespace kernelc::sema
