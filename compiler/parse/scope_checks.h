// The syntax errors of Python that need a table of the names of each scope: `global` and `nonlocal`
// against other uses of a name, and what `:=` may bind inside comprehensions.
#pragma once

#include "compiler/ast/ast.h"
#include "compiler/diag/emitter.h"

namespace kernelc::parse {

// Reports them for the whole module. Only a module that holds `global`, `nonlocal` or `:=` can have any.
void CheckScopes(const ast::Module& module, diag::Emitter& emitter);

}  // namespace kernelc::parse
