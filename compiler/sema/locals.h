// Which names a function's body binds.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/ast/walk.h"

namespace kernelc::sema {

struct LocalNames {
  std::vector<std::string_view> names;
  std::unordered_map<std::string_view, std::uint32_t> index;
};

// Functions, lambdas, classes and comprehensions bind their names for themselves.
bool HasOwnScope(const ast::Node* node);

// Calls `add(name)` for every name that `node` binds in the scope around it by assignment, loop or walrus.
template <typename Add>
void ForEachBoundName(const ast::Node* node, const Add& add) {
  if (const auto* name = ast::As<ast::Name>(node)) {
    if (name->ctx == ast::ExprContext::Store) {
      add(name->id);
    }
  } else if (!HasOwnScope(node)) {
    ast::ForEachChild(node, [&](const ast::Node* child) { ForEachBoundName(child, add); });
  }
}

// The parameters first, then the names that the body binds, without those declared global or nonlocal.
LocalNames CollectLocals(const ast::Arguments& arguments, ast::NodeList<ast::Stmt> body,
                         const ast::Expr* expression);

}  // namespace kernelc::sema
