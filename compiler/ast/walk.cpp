#include "compiler/ast/walk.h"

#include "compiler/base/check.h"

namespace kernelc::ast {
namespace internal {
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

}  // namespace internal

std::string_view NameBoundBy(const Node* node) {
  if (const auto* alias = As<Alias>(node)) {
    return alias->asname.empty() ? alias->name.substr(0, alias->name.find('.')) : alias->asname;
  }
  if (const auto* handler = As<ExceptHandler>(node)) {
    return handler->name;
  }
  if (const auto* as = As<MatchAs>(node)) {
    return as->name;
  }
  if (const auto* star = As<MatchStar>(node)) {
    return star->name;
  }
  const auto* mapping = As<MatchMapping>(node);
  return mapping != nullptr ? mapping->rest : std::string_view();
}

}  // namespace kernelc::ast
