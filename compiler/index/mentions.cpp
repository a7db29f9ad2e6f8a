// What statements mention.
#include <utility>

#include "compiler/ast/walk.h"
#include "compiler/index/index.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::index {
namespace {

using ast::As;

// `hidden` are the variables of functions and comprehensions around, that nobody outside sees.
void CollectMentions(const ast::Node* node, Mentions::Found* found, const Names& hidden = {}) {
  if (const auto* name = As<ast::Name>(node)) {
    if (!hidden.contains(name->id)) {
      found->names.insert(name->id);
    }
    return;
  }
  if (const auto* def = As<ast::FunctionDef>(node)) {
    Names inner = hidden;
    const scopes::LocalNames locals = scopes::CollectLocals(*def->args, def->body, nullptr);
    inner.insert(locals.names.begin(), locals.names.end());
    for (const ast::Expr* decorator : def->decorator_list) {
      CollectMentions(decorator, found, hidden);
    }
    CollectMentions(def->args, found, hidden);
    if (def->returns != nullptr) {
      CollectMentions(def->returns, found, hidden);
    }
    for (const ast::Stmt* stmt : def->body) {
      CollectMentions(stmt, found, inner);
    }
    return;
  }
  if (const ast::NodeList<ast::Comprehension> generators = GeneratorsOf(node); !generators.empty()) {
    // The first sequence is looked at outside.
    CollectMentions(generators.front()->iter, found, hidden);
    Names inner = hidden;
    for (const ast::Comprehension* generator : generators) {
      CollectNames(generator->target, &inner);
    }
    ast::ForEachChild(node, [&](const ast::Node* child) {
      if (child != generators.front()) {
        CollectMentions(child, found, inner);
        return;
      }
      for (const ast::Expr* condition : generators.front()->ifs) {
        CollectMentions(condition, found, inner);
      }
    });
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
  ast::ForEachChild(node, [&](const ast::Node* child) { CollectMentions(child, found, hidden); });
}

}  // namespace

ast::NodeList<ast::Comprehension> GeneratorsOf(const ast::Node* node) {
  const auto* list = As<ast::ListComp>(node);
  const auto* set = As<ast::SetComp>(node);
  const auto* dict = As<ast::DictComp>(node);
  const auto* generator = As<ast::GeneratorExp>(node);
  return list != nullptr        ? list->generators
         : set != nullptr       ? set->generators
         : dict != nullptr      ? dict->generators
         : generator != nullptr ? generator->generators
                                : ast::NodeList<ast::Comprehension>();
}

void CollectNames(const ast::Node* node, Names* names) {
  if (const auto* name = As<ast::Name>(node)) {
    names->insert(name->id);
    return;
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { CollectNames(child, names); });
}

bool IsDefinition(const ast::Node* node) {
  return As<ast::FunctionDef>(node) != nullptr || As<ast::ClassDef>(node) != nullptr;
}

Mentions::Mentions(ast::NodeList<ast::Stmt> body) {
  for (const ast::Stmt* stmt : body) {
    if (!scopes::BindsLiteral(stmt)) {
      AddDefinitions(stmt);
    }
  }
}

const std::vector<const ast::Node*>& Mentions::DefinitionsOf(std::string_view name) const {
  static const std::vector<const ast::Node*> kNone;
  const auto found = definitions_.find(name);
  return found == definitions_.end() ? kNone : found->second;
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
  Close(&found);
  return found;
}

// Adds what the definitions mention that `found` names.
void Mentions::Close(Found* all) {
  Found& found = *all;
  // Names are sorted: those of definitions that come in may stand before the one that is looked at.
  std::set<const ast::Node*> seen;
  for (bool grows = true; grows;) {
    grows = false;
    for (const std::string_view name : Names(found.names)) {
      for (const ast::Node* definition : DefinitionsOf(name)) {
        if (seen.insert(definition).second) {
          CollectMentions(definition, &found);
          grows = true;
        }
      }
    }
  }
}

}  // namespace kernelc::index
