// Which names a function's body binds.
#pragma once

#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/ast/walk.h"

namespace kernelc::sema {

struct LocalNames {
  std::vector<std::string_view> names;
  std::unordered_map<std::string_view, std::uint32_t> index;
  // How many places bind each name.
  std::vector<std::uint32_t> bindings;
};

// Functions, lambdas, classes and comprehensions bind their names for themselves.
bool HasOwnScope(const ast::Node* node);
// Making the class cannot raise: it has methods and constants.
bool IsPlainClass(const ast::ClassDef& cls);

// Calls `visit(expr)` for what `node`, which has a scope of its own, computes in the scope around it: defaults, annotations,
// decorators, bases. Of comprehensions, all: a `:=` inside binds around them.
template <typename Visit>
void ForEachOuterPart(const ast::Node* node, const Visit& visit) {
  const auto* lambda = ast::As<ast::Lambda>(node);
  ast::ForEachChild(node, [&](const ast::Node* child) {
    if (ast::node_class(child->kind) != ast::NodeClass::Stmt && (lambda == nullptr || child != lambda->body)) {
      visit(child);
    }
  });
}

// Calls `add(name)` for every name that a `:=` in `node` binds in the scope around it.
template <typename Add>
void ForEachWalrusName(const ast::Node* node, const Add& add) {
  const auto* named = ast::As<ast::NamedExpr>(node);
  const auto* name = named == nullptr ? nullptr : ast::As<ast::Name>(named->target);
  if (name != nullptr) {
    add(name->id);
  }
  const auto visit = [&](const ast::Node* child) { ForEachWalrusName(child, add); };
  if (HasOwnScope(node)) {
    ForEachOuterPart(node, visit);
  } else {
    ast::ForEachChild(node, visit);
  }
}

// Calls `add(name)` for every name that `node` binds in the scope around it by assignment, loop or walrus.
template <typename Add>
void ForEachBoundName(const ast::Node* node, const Add& add) {
  if (const auto* name = ast::As<ast::Name>(node)) {
    if (name->ctx == ast::ExprContext::Store) {
      add(name->id);
    }
  } else if (const auto* def = ast::As<ast::FunctionDef>(node)) {
    add(def->name);
    ForEachWalrusName(node, add);
  } else if (const auto* pattern = ast::As<ast::MatchAs>(node); pattern != nullptr) {
    if (!pattern->name.empty()) {
      add(pattern->name);
    }
    ast::ForEachChild(node, [&](const ast::Node* child) { ForEachBoundName(child, add); });
  } else if (const auto* star = ast::As<ast::MatchStar>(node); star != nullptr) {
    if (!star->name.empty()) {
      add(star->name);
    }
  } else if (const auto* mapping = ast::As<ast::MatchMapping>(node); mapping != nullptr) {
    if (!mapping->rest.empty()) {
      add(mapping->rest);
    }
    ast::ForEachChild(node, [&](const ast::Node* child) { ForEachBoundName(child, add); });
  } else if (HasOwnScope(node)) {
    ForEachWalrusName(node, add);
  } else {
    ast::ForEachChild(node, [&](const ast::Node* child) { ForEachBoundName(child, add); });
  }
}

// Calls `add(name)` for every name that imports in `node` bind, those of star imports left out.
template <typename Add>
void ForEachImportedName(const ast::Node* node, const Add& add) {
  if (const auto* alias = ast::As<ast::Alias>(node)) {
    const std::string_view name = alias->asname.empty() ? alias->name.substr(0, alias->name.find('.')) : alias->asname;
    if (name != "*") {
      add(name);
    }
  } else if (ast::node_class(node->kind) != ast::NodeClass::Expr && !HasOwnScope(node)) {
    ast::ForEachChild(node, [&](const ast::Node* child) { ForEachImportedName(child, add); });
  }
}

// Adds the names that a FunctionDef or Lambda reads from around it, with those of the functions inside it.
void CollectFreeNames(const ast::Node* function, std::set<std::string_view>* names);

// The parameters first, then the names that the body binds, without those declared global or nonlocal.
LocalNames CollectLocals(const ast::Arguments& arguments, ast::NodeList<ast::Stmt> body,
                         const ast::Expr* expression);

}  // namespace kernelc::sema
