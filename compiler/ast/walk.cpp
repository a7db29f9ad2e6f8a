#include "compiler/ast/walk.h"

#include "compiler/base/check.h"

namespace kernelc::ast::internal {
namespace {

struct Visit {
  void* function;
  ChildVisitor visit;

  // Fields that hold no node.
  template <typename T>
  void Field(const T&) const {}
  template <typename T>
  requires std::derived_from<T, Node>
  void Field(const T* const& child) const {
    if (child != nullptr) {
      visit(function, child);
    }
  }
  template <typename T>
  requires std::derived_from<T, Node>
  void Field(const NodeList<T>& children) const {
    for (const T* child : children) {
      if (child != nullptr) {
        visit(function, child);
      }
    }
  }
};

}  // namespace

void VisitChildren(const Node* node, void* function, ChildVisitor visit) {
  const Visit visitor{function, visit};
  switch (node->kind) {
#define AST_FIELD(type, field_name) visitor.Field(child_owner->field_name);
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

}  // namespace kernelc::ast::internal
