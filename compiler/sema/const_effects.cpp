#include "compiler/sema/const_effects.h"

#include <algorithm>
#include <vector>

#include "compiler/ast/walk.h"
#include "compiler/sema/locals.h"

namespace kernelc::sema {
namespace {

using ast::As;

// The names that an assignment to `target` changes.
void CollectTarget(const ast::Expr* target, Names* names) {
  if (const auto* subscript = As<ast::Subscript>(target)) {
    CollectTarget(subscript->value, names);
  } else if (const auto* attribute = As<ast::Attribute>(target)) {
    CollectTarget(attribute->value, names);
  } else {
    CollectNames(target, names);
  }
}

// Whether a function assigns to the global `name`, or to elements of what it stands for.
bool Changes(const ast::Node* node, std::string_view name) {
  if (const auto* global = As<ast::Global>(node)) {
    return std::ranges::find(global->names, name) != global->names.end();
  }
  Names changed;
  if (const auto* assign = As<ast::Assign>(node)) {
    for (const ast::Expr* target : assign->targets) {
      if (As<ast::Name>(target) == nullptr) {
        CollectTarget(target, &changed);
      }
    }
  } else if (const auto* augmented = As<ast::AugAssign>(node)) {
    if (As<ast::Name>(augmented->target) == nullptr) {
      CollectTarget(augmented->target, &changed);
    }
  } else if (const auto* expression = As<ast::ExprStmt>(node)) {
    const auto* call = As<ast::Call>(expression->value);
    const auto* callee = call == nullptr ? nullptr : As<ast::Name>(call->func);
    // Printing changes nothing.
    if (callee == nullptr || callee->id != "print") {
      CollectNames(expression->value, &changed);
    }
  }
  bool found = changed.contains(name);
  ast::ForEachChild(node, [&](const ast::Node* child) { found = found || Changes(child, name); });
  return found;
}

// `if __name__ == "__main__"`
bool IsMainGuard(const ast::Stmt* stmt) {
  const auto* branch = As<ast::If>(stmt);
  Names names;
  if (branch != nullptr) {
    CollectNames(branch->test, &names);
  }
  return names.contains("__name__");
}

}  // namespace

void CollectNames(const ast::Node* node, Names* names) {
  if (const auto* name = As<ast::Name>(node)) {
    names->insert(name->id);
    return;
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { CollectNames(child, names); });
}

// The names whose values a statement may change, with those that a call may change.
void CollectWrites(const ast::Node* stmt, Names* names) {
  if (HasOwnScope(stmt)) {
    return;
  }
  if (const auto* assign = As<ast::Assign>(stmt)) {
    for (const ast::Expr* target : assign->targets) {
      CollectTarget(target, names);
    }
  } else if (const auto* augmented = As<ast::AugAssign>(stmt)) {
    CollectTarget(augmented->target, names);
  } else if (const auto* annotated = As<ast::AnnAssign>(stmt)) {
    CollectTarget(annotated->target, names);
  } else if (const auto* expression = As<ast::ExprStmt>(stmt)) {
    CollectNames(expression->value, names);
  } else if (const auto* removal = As<ast::Delete>(stmt)) {
    for (const ast::Expr* target : removal->targets) {
      CollectTarget(target, names);
    }
  } else if (const auto* loop = As<ast::For>(stmt)) {
    CollectTarget(loop->target, names);
  } else if (const auto* with = As<ast::With>(stmt)) {
    for (const ast::WithItem* item : with->items) {
      if (item->optional_vars != nullptr) {
        CollectTarget(item->optional_vars, names);
      }
    }
  }
  ast::ForEachChild(stmt, [&](const ast::Node* child) {
    if (ast::node_class(child->kind) == ast::NodeClass::Stmt ||
        child->kind == ast::NodeKind::ExceptHandler || child->kind == ast::NodeKind::MatchCase) {
      CollectWrites(child, names);
    }
  });
}

bool ChangedByCalls(const ast::Module& module, std::string_view name) {
  Names used;
  std::vector<const ast::Stmt*> definitions;
  for (const ast::Stmt* stmt : module.body()) {
    if (HasOwnScope(stmt)) {
      definitions.push_back(stmt);
    } else if (!IsMainGuard(stmt)) {
      CollectNames(stmt, &used);
    }
  }
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    const ast::Stmt* definition = definitions[i];
    const auto* function = As<ast::FunctionDef>(definition);
    const auto* cls = As<ast::ClassDef>(definition);
    const std::string_view own = function != nullptr ? function->name
                                 : cls != nullptr    ? cls->name
                                                     : std::string_view();
    if (!own.empty() && !used.contains(own)) {
      continue;
    }
    if (Changes(definition, name)) {
      return true;
    }
    // It may call others: look at all again.
    CollectNames(definition, &used);
    definitions.erase(definitions.begin() + static_cast<std::ptrdiff_t>(i));
    i = static_cast<std::size_t>(-1);
  }
  return false;
}

}  // namespace kernelc::sema
