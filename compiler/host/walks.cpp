#include "compiler/host/walks.h"

#include <algorithm>
#include <array>

#include "compiler/ast/walk.h"
#include "compiler/host/host.h"

namespace kernelc::host {
namespace {

constexpr std::array<std::string_view, 9> kWildNames = {
    "globals", "exec", "eval", "vars", "locals", "__import__", "sys", "importlib", "__builtins__"};

// `sys.argv` and the like: what gets at no module.
bool IsTameOfSys(const ast::Node* node) {
  constexpr std::string_view kTame[] = {
      "argv",     "byteorder", "executable", "exit",   "float_info", "maxsize",     "path",
      "platform", "stderr",    "stdin",      "stdout", "version",    "version_info"};
  const auto* attribute = ast::As<ast::Attribute>(node);
  const auto* name = attribute == nullptr ? nullptr : ast::As<ast::Name>(attribute->value);
  return name != nullptr && name->id == "sys" && std::ranges::find(kTame, attribute->attr) != std::end(kTame);
}

void AddNames(const ast::Node* node, CodeNames& names) {
  if (IsTameOfSys(node)) {
    return;
  }
  if (const auto* attribute = ast::As<ast::Attribute>(node)) {
    names.is_wild |= attribute->attr == "__globals__" || attribute->attr == "f_globals";
  }
  if (const auto* name = ast::As<ast::Name>(node)) {
    names.reads.insert(name->id);
    for (const std::string_view wild : kWildNames) {
      names.is_wild |= name->id == wild;
    }
  } else if (const auto* global = ast::As<ast::Global>(node)) {
    names.globals.insert(global->names.begin(), global->names.end());
  } else if (const auto* nonlocal = ast::As<ast::Nonlocal>(node)) {
    names.writes.insert(nonlocal->names.begin(), nonlocal->names.end());
  } else if (const auto* import = ast::As<ast::Import>(node)) {
    for (const ast::Alias* alias : import->names) {
      names.modules.emplace(alias->name);
      names.is_wild |=
          alias->name == "__main__" || alias->name == "sys" || alias->name == "importlib";
    }
  } else if (const auto* from = ast::As<ast::ImportFrom>(node)) {
    names.modules.emplace(from->module);
    for (const ast::Alias* alias : from->names) {
      names.modules.emplace(alias->name);
      names.is_wild |=
          from->module == "sys" && (alias->name == "modules" || alias->name == "_getframe");
    }
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { AddNames(child, names); });
}

void AddIdentifiers(const ast::Node* node, std::unordered_set<std::string_view>& names) {
  if (const auto* name = ast::As<ast::Name>(node)) {
    names.insert(name->id);
  } else if (const auto* attribute = ast::As<ast::Attribute>(node)) {
    names.insert(attribute->attr);
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { AddIdentifiers(child, names); });
}

void FindDefinitions(const ast::Node* node, TreeWalks::Definitions& found) {
  if (const auto* function = ast::As<ast::FunctionDef>(node)) {
    found[function->name].push_back(node);
  } else if (const auto* cls = ast::As<ast::ClassDef>(node)) {
    found[cls->name].push_back(node);
  } else if (const auto* assign = ast::As<ast::Assign>(node)) {
    for (const ast::Expr* target : assign->targets) {
      if (const auto* name = ast::As<ast::Name>(target)) {
        found[name->id].push_back(assign->value);
      }
    }
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { FindDefinitions(child, found); });
}

}  // namespace

CodeNames FindNames(const ast::Node* node) {
  CodeNames names;
  AddNames(node, names);
  names.sorted_reads.assign(names.reads.begin(), names.reads.end());
  std::ranges::sort(names.sorted_reads);
  return names;
}

const CodeNames& TreeWalks::NamesOf(const ast::Node* node) {
  const auto known = names_.find(node);
  return known != names_.end() ? known->second : names_.emplace(node, FindNames(node)).first->second;
}

const std::vector<std::string_view>& TreeWalks::IdentifiersOf(const ast::Node* node) {
  const auto [place, is_new] = identifiers_.try_emplace(node);
  if (is_new) {
    std::unordered_set<std::string_view> names;
    AddIdentifiers(node, names);
    place->second.assign(names.begin(), names.end());
  }
  return place->second;
}

const TreeWalks::Definitions& TreeWalks::DefinitionsIn(const ast::Module& tree) {
  const auto [place, is_new] = definitions_.try_emplace(&tree);
  for (const ast::Stmt* stmt : is_new ? tree.body() : ast::NodeList<ast::Stmt>()) {
    FindDefinitions(stmt, place->second);
  }
  return place->second;
}

std::shared_ptr<TreeWalks> NewWalks() { return std::make_shared<TreeWalks>(); }

}  // namespace kernelc::host
