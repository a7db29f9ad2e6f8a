// Visits the children of a node, generated from nodes.def.
#pragma once

#include "compiler/ast/ast.h"

namespace kernelc::ast {
namespace internal {

// Fields that hold no node.
template <typename Function, typename T>
void VisitField(Function&, const T&) {}

template <typename Function, typename T>
requires std::derived_from<T, Node>
void VisitField(Function& function, const T* const& child) {
  if (child != nullptr) {
    function(static_cast<const Node*>(child));
  }
}

template <typename Function, typename T>
requires std::derived_from<T, Node>
void VisitField(Function& function, const NodeList<T>& children) {
  for (const T* child : children) {
    if (child != nullptr) {
      function(static_cast<const Node*>(child));
    }
  }
}

}  // namespace internal

// Calls `function(const Node*)` for every child of `node` that is present, in the order of the
// fields.
template <typename Function>
void ForEachChild(const Node* node, Function&& function) {
  switch (node->kind) {
#define AST_FIELD(type, field_name) internal::VisitField(function, child_owner->field_name);
#define AST_NODE(Name, fields)                                                 \
  case NodeKind::Name: {                                                       \
    [[maybe_unused]] const auto* child_owner = static_cast<const Name*>(node); \
    AST_FOR_EACH_FIELD(fields)                                                 \
    break;                                                                     \
  }
#define AST_EXPR(Name, fields) AST_NODE(Name, fields)
#define AST_STMT(Name, fields) AST_NODE(Name, fields)
#define AST_PATTERN(Name, fields) AST_NODE(Name, fields)
#include "compiler/ast/nodes.def"
#undef AST_FIELD
    case NodeKind::kCount:
      KC_FATAL("not a node kind");
  }
}

}  // namespace kernelc::ast
