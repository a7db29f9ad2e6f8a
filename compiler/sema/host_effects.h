// What code of the host may change besides by assigning names where they are bound: variables of scopes around it, and
// the contents of what variables refer to.
//
// It is found from the text alone, for all functions that the file's own statements may come to call, its main guard
// included. Variables that may refer to the same thing are one here: what changes it through one of them changes it for
// all. The bodies of kernels change no constants.
#pragma once

#include <string_view>

#include "compiler/ast/ast.h"
#include "compiler/sema/host_variables.h"
#include "compiler/sema/index.h"

namespace kernelc::sema {

// Sets `rebound`, `contents_changed` and `changed_at` of the bindings of a file with the statements `body`. `arena` owns
// the scopes.
HostEffects MarkHostEffects(ast::NodeList<ast::Stmt> body, const ScopesByNode& scopes, CodeArena& arena);

// Names of methods that change what they are called on.
bool IsChangingMethod(std::string_view name);
// Names of functions of libraries that change their first argument.
bool IsChangingFunction(std::string_view name);
// `exec(...)`, and `eval(...)` of anything but a text that calls and assigns nothing.
bool RunsText(const ast::Call& call);
// The argument that a call of a function of NumPy writes its result to; null where it has none.
const ast::Expr* OutArgument(const ast::Call& call, const Scope* scope);
// Functions of NumPy and methods whose result may share the memory of what they are given, or hold parts of it.
bool MakesView(std::string_view name);
// The same of a call: `a.astype(t, copy=False)` does.
bool MakesViewCall(const ast::Call& call);
// Attributes of arrays that are arrays.
bool IsArrayMember(std::string_view name);
// Whether functions of the module that `binding` imports as `name` leave their arguments alone.
bool IsHarmlessImport(const Binding& binding, std::string_view name);
// host_wild.cpp: whether a statement or expression gets at the names of the file in a way that does not say which of
// them: `vars()["n"] = 1`, `g = globals()`, `sys.modules[__name__]`.
bool ReachesAnyName(const ast::Node* node, const Scope* scope);
// The name that `a.b[0].c` begins with.
const ast::Name* FirstName(const ast::Expr* expr);

// Whether a decorator is one of those that make kernels, device functions and the like, by its spelling.
bool IsKernelDecoratorText(const ast::Expr* decorator);

}  // namespace kernelc::sema
