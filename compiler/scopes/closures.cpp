#include "compiler/scopes/scopes.h"

#include <vector>

namespace kernelc::scopes {
namespace {

using ast::As;

// Names that hold what an expression gives.
struct Holder {
  std::vector<std::string_view> names;
  const ast::Node* value = nullptr;
};

// Assignments, loops and definitions of a function's own scope.
void CollectHolders(const ast::Node* node, std::vector<Holder>* holders) {
  const auto add = [&](std::initializer_list<const ast::Node*> targets, const ast::Node* value) {
    Holder holder;
    holder.value = value;
    for (const ast::Node* target : targets) {
      ForEachBoundName(target, [&](std::string_view name) { holder.names.push_back(name); });
    }
    holders->push_back(std::move(holder));
  };
  if (const auto* def = As<ast::FunctionDef>(node)) {
    holders->push_back({{def->name}, def});
    return;
  }
  if (const auto* assign = As<ast::Assign>(node)) {
    for (const ast::Expr* target : assign->targets) {
      add({target}, assign->value);
    }
  } else if (const auto* annotated = As<ast::AnnAssign>(node)) {
    if (annotated->value != nullptr) {
      add({annotated->target}, annotated->value);
    }
  } else if (const auto* named = As<ast::NamedExpr>(node)) {
    add({named->target}, named->value);
  } else if (const auto* loop = As<ast::For>(node)) {
    add({loop->target}, loop->iter);
  }
  if (!HasOwnScope(node)) {
    ast::ForEachChild(node, [&](const ast::Node* child) { CollectHolders(child, holders); });
  }
}

}  // namespace

void AddClosureNames(const ast::Node* expr, const ClosureNames& closures,
                     std::set<std::string_view>* names) {
  if (const auto* name = As<ast::Name>(expr)) {
    const auto found = closures.find(name->id);
    if (found != closures.end()) {
      names->insert(found->second.begin(), found->second.end());
    }
    return;
  }
  if (As<ast::Lambda>(expr) != nullptr || As<ast::FunctionDef>(expr) != nullptr) {
    std::set<std::string_view> free;
    CollectFreeNames(expr, &free);
    for (const std::string_view name : free) {
      names->insert(name);
      const auto found = closures.find(name);
      if (found != closures.end()) {
        names->insert(found->second.begin(), found->second.end());
      }
    }
    return;
  }
  if (As<ast::Call>(expr) != nullptr || As<ast::Attribute>(expr) != nullptr) {
    return;
  }
  ast::ForEachChild(expr, [&](const ast::Node* child) { AddClosureNames(child, closures, names); });
}

ClosureNames FindClosures(const LocalNames& locals, ast::NodeList<ast::Stmt> body,
                          const ast::Expr* expression) {
  std::vector<Holder> holders;
  for (const ast::Stmt* stmt : body) {
    CollectHolders(stmt, &holders);
  }
  if (expression != nullptr) {
    CollectHolders(expression, &holders);
  }
  ClosureNames closures;
  // Functions that read functions read what those read; names only join, so that this ends.
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Holder& holder : holders) {
      std::set<std::string_view> names;
      AddClosureNames(holder.value, closures, &names);
      std::erase_if(names, [&](std::string_view name) { return !locals.index.contains(name); });
      if (names.empty()) {
        continue;
      }
      for (const std::string_view holder_name : holder.names) {
        std::set<std::string_view>& known = closures[holder_name];
        const std::size_t before = known.size();
        known.insert(names.begin(), names.end());
        changed = changed || known.size() != before;
      }
    }
  }
  return closures;
}

}  // namespace kernelc::scopes
