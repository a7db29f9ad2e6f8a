// Visits the children of a node, generated from nodes.def.
#pragma once

#include <memory>
#include <string_view>
#include <type_traits>

#include "compiler/ast/ast.h"

namespace kernelc::ast {
namespace internal {

// The walk is compiled once, not for each of its many callers: a case for every kind of node is a
// lot of code.
using ChildVisitor = void (*)(void* function, const Node* child);
void VisitChildren(const Node* node, void* function, ChildVisitor visit);

}  // namespace internal

// Calls `function(const Node*)` for every child of `node` that is present, in the order of the
// fields.
template <typename Function>
void ForEachChild(const Node* node, Function&& function) {
  using Callee = std::remove_reference_t<Function>;
  const auto visit = [](void* callee, const Node* child) {
    (*static_cast<Callee*>(callee))(child);
  };
  internal::VisitChildren(
      node, const_cast<void*>(static_cast<const void*>(std::addressof(function))), visit);
}

// Gives what `function` gives for the node as the struct of its kind: an overload for each that
// matters, and one for all others, the base.
template <typename Base, typename Function>
decltype(auto) Visit(const Base* node, Function&& function) {
  switch (node->kind) {
#define AST_NODE(Name, fields)                          \
  case NodeKind::Name:                                  \
    if constexpr (std::is_base_of_v<Base, Name>) {      \
      return function(*static_cast<const Name*>(node)); \
    }                                                   \
    break;
#define AST_EXPR(Name, fields) AST_NODE(Name, fields)
#define AST_STMT(Name, fields) AST_NODE(Name, fields)
#define AST_PATTERN(Name, fields) AST_NODE(Name, fields)
#include "compiler/ast/nodes.def"
    case NodeKind::kCount:
      break;
  }
  KC_FATAL("not a node of this class");
}

// Whether `is_it` holds for the node or for one below it.
template <typename Predicate>
bool AnyOf(const Node* node, const Predicate& is_it) {
  bool found = is_it(node);
  ForEachChild(node, [&](const Node* child) { found = found || AnyOf(child, is_it); });
  return found;
}

// The name that a node binds without a Name node: imports ("*" too), handlers, patterns. Empty for
// other nodes, and where there is none.
std::string_view NameBoundBy(const Node* node);

}  // namespace kernelc::ast
