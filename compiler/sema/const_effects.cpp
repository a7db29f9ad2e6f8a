#include "compiler/sema/const_effects.h"

#include <algorithm>
#include <utility>

#include "compiler/ast/walk.h"

namespace kernelc::sema {
namespace {

using ast::As;

void CollectMentions(const ast::Node* node, Mentions::Found* found) {
  if (const auto* name = As<ast::Name>(node)) {
    found->names.insert(name->id);
    return;
  }
  if (const auto* attribute = As<ast::Attribute>(node)) {
    found->names.insert(attribute->attr);
  } else if (const auto* global = As<ast::Global>(node)) {
    found->names.insert(global->names.begin(), global->names.end());
    found->outer.insert(global->names.begin(), global->names.end());
  } else if (const auto* nonlocal = As<ast::Nonlocal>(node)) {
    found->outer.insert(nonlocal->names.begin(), nonlocal->names.end());
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { CollectMentions(child, found); });
}

}  // namespace

void CollectNames(const ast::Node* node, Names* names) {
  if (const auto* name = As<ast::Name>(node)) {
    names->insert(name->id);
    return;
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { CollectNames(child, names); });
}

bool IsMainGuard(const ast::Stmt* stmt) {
  const auto* branch = As<ast::If>(stmt);
  Names names;
  if (branch != nullptr) {
    CollectNames(branch->test, &names);
  }
  return names.contains("__name__");
}

bool IsOneShot(const ast::Expr* expr) {
  static constexpr std::string_view kMakers[] = {"enumerate", "filter", "map", "reversed", "zip"};
  const auto* call = As<ast::Call>(expr);
  const auto* callee = call == nullptr ? nullptr : As<ast::Name>(call->func);
  return As<ast::GeneratorExp>(expr) != nullptr ||
         (callee != nullptr && std::ranges::find(kMakers, callee->id) != std::end(kMakers));
}

bool HasLaunch(const ast::Node* node) {
  const auto* call = As<ast::Call>(node);
  if (call != nullptr && As<ast::Subscript>(call->func) != nullptr) {
    return true;
  }
  bool found = false;
  ast::ForEachChild(node, [&](const ast::Node* child) { found = found || HasLaunch(child); });
  return found;
}

Mentions::Mentions(ast::NodeList<ast::Stmt> body) {
  for (const ast::Stmt* stmt : body) {
    AddDefinitions(stmt);
  }
}

void Mentions::AddDefinitions(const ast::Node* node) {
  if (const auto* def = As<ast::FunctionDef>(node)) {
    definitions_[def->name].push_back(def);
  } else if (const auto* cls = As<ast::ClassDef>(node)) {
    definitions_[cls->name].push_back(cls);
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { AddDefinitions(child); });
}

const Mentions::Found& Mentions::Of(const ast::Node* node) {
  const auto [place, inserted] = found_.try_emplace(node);
  Found& found = place->second;
  if (!inserted) {
    return found;
  }
  CollectMentions(node, &found);
  // Names are sorted: those of definitions that come in may stand before the one that is looked at.
  std::set<const ast::Node*> seen;
  for (bool grows = true; grows;) {
    grows = false;
    for (const std::string_view name : Names(found.names)) {
      const auto definitions = definitions_.find(name);
      if (definitions == definitions_.end()) {
        continue;
      }
      for (const ast::Node* definition : definitions->second) {
        if (seen.insert(definition).second) {
          CollectMentions(definition, &found);
          grows = true;
        }
      }
    }
  }
  return found;
}

}  // namespace kernelc::sema
