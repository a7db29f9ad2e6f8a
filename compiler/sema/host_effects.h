// What code of the host may change besides by assigning names where they are bound: variables of scopes around it, and
// the contents of what variables refer to.
//
// It is found from the text alone, for all functions that the file's own statements may come to call, its main guard
// included. Variables that may refer to the same thing are one here: what changes it through one of them changes it for
// all. The bodies of kernels change no constants.
#pragma once

#include <set>
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
// `exec(text)` among the file's own statements, `exec(text, globals())` anywhere.
bool BindsNamesOfFile(const ast::Call& call, const Scope* scope);
// The argument that a call of a function of NumPy writes its result to; null where it has none.
const ast::Expr* OutArgument(const ast::Call& call, const Scope* scope);
// The place of the argument that a function of NumPy writes to, if a call has as many; 0 where there is none.
std::size_t OutPlace(std::string_view name);
// Attributes of arrays that are arrays.
bool IsArrayMember(std::string_view name);
// Whether functions of the module that `binding` imports as `name` leave their arguments alone.
bool IsHarmlessImport(const Binding& binding, std::string_view name);
// host_wild.cpp: finds what gets at the names of the file in a way that does not say which of them: `vars()["n"] = 1`,
// `g = globals()`, `sys.modules[__name__]`. Takes the nodes of a file from the outside in.
class WildFinder {
 public:
  // Whether `node` itself does. `is_called`: it is what a call calls.
  bool Visit(const ast::Node* node, const Scope* scope, bool is_called);

 private:
  // Dictionaries of names that are used in a way that is known.
  std::set<const ast::Expr*> tame_;
};
// The same of the variables of the function around: `locals()`, `exec(text)`.
bool ReachesLocals(const ast::Node* node);
// kernel_writes.cpp: whether the host, or a kernel or device function of the file, may write to the
// array on the device that a name stands for.
bool ChangesOnDevice(std::string_view name, const Binding& binding, const Scope& owner);
// The name that `a.b[0].c` begins with.
const ast::Name* FirstName(const ast::Expr* expr);

// `a.flags.writeable = False`, `a.setflags` say something of an array that matters to later writes alone.
bool SetsFlags(const ast::Expr* target);

// np, as in np.append(a, 1).
bool IsNumpyModule(const ast::Expr* expr, const Scope* scope);
// Whether a decorator is one of those that make kernels, device functions and the like, by its spelling.
bool IsKernelDecoratorText(const ast::Expr* decorator);
// Whether one of those makes code that runs on devices alone: hosts call what `njit` and `vectorize` make.
bool MakesDeviceCode(const ast::Expr* decorator);

}  // namespace kernelc::sema
