#include "compiler/host/interpreter/walks.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <array>

#include "compiler/ast/walk.h"
#include "compiler/host/host.h"

namespace kernelc::host {
namespace {

constexpr std::array<std::string_view, 9> kWildNames = {
    "globals", "exec", "eval", "vars", "locals", "__import__", "sys", "importlib", "__builtins__"};

// Members of `sys` and `importlib` that lead to modules: by themselves, by frames, by what runs at
// imports.
constexpr std::string_view kWildMembers[] = {
    "__dict__",        "__import__",    "_current_exceptions",
    "_current_frames", "_getframe",     "exc_info",
    "exception",       "import_module", "last_exc",
    "last_traceback",  "last_value",    "meta_path",
    "modules",         "path_hooks",    "reload",
    "setprofile",      "settrace"};

// `sys.argv`, `importlib.metadata`: what gets at no module.
bool IsTameMember(const ast::Attribute& attribute, const ast::Name& base) {
  return (base.id == "sys" || base.id == "importlib") &&
         !llvm::is_contained(kWildMembers, attribute.attr);
}

// `vars(x)`, `eval(text, names)`, `exec(text, names)` get at what they are given alone.
bool IsTameCall(const ast::Call& call) {
  const auto* name = ast::As<ast::Name>(call.func);
  return name != nullptr && ((name->id == "vars" && !call.args.empty()) ||
                             ((name->id == "eval" || name->id == "exec") && call.args.size() > 1));
}

void AddNames(const ast::Node* node, CodeNames& names) {
  if (const auto* attribute = ast::As<ast::Attribute>(node)) {
    names.is_wild |= attribute->attr == "__globals__" || attribute->attr == "f_globals";
    const auto* base = ast::As<ast::Name>(attribute->value);
    if (base != nullptr && IsTameMember(*attribute, *base)) {
      return;
    }
    if (base != nullptr && attribute->ctx == ast::ExprContext::Load &&
        !llvm::is_contained(kWildNames, base->id)) {
      names.members[base->id].insert(attribute->attr);
      return;
    }
  }
  if (const auto* call = ast::As<ast::Call>(node); call != nullptr && IsTameCall(*call)) {
    for (const ast::Expr* argument : call->args) {
      AddNames(argument, names);
    }
    for (const ast::Keyword* keyword : call->keywords) {
      AddNames(keyword, names);
    }
    return;
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
          alias->name == "__main__" ||
          (!alias->asname.empty() && (alias->name == "sys" || alias->name == "importlib"));
    }
  } else if (const auto* from = ast::As<ast::ImportFrom>(node)) {
    for (const ast::Alias* alias : from->names) {
      // It may be a module itself.
      names.modules.emplace(alias->name == "*" ? from->module : alias->name);
      names.parts_of_modules[std::string(from->module)].insert(alias->name);
      names.is_wild |= (from->module == "sys" || from->module == "importlib") &&
                       llvm::is_contained(kWildMembers, alias->name);
    }
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { AddNames(child, names); });
}

void AddIdentifiers(const ast::Node* node, std::unordered_set<std::string_view>& names) {
  if (const auto* name = ast::As<ast::Name>(node)) {
    names.insert(name->id);
  } else if (const auto* attribute = ast::As<ast::Attribute>(node)) {
    names.insert(attribute->attr);
  } else if (const auto* from = ast::As<ast::ImportFrom>(node)) {
    for (const ast::Alias* alias : from->names) {
      names.insert(alias->name);
    }
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { AddIdentifiers(child, names); });
}

}  // namespace

CodeNames FindNames(const ast::Node* node) {
  CodeNames names;
  AddNames(node, names);
  std::erase_if(names.members, [&](const auto& each) { return names.reads.contains(each.first); });
  names.sorted_reads.assign(names.reads.begin(), names.reads.end());
  for (const auto& [name, members] : names.members) {
    names.sorted_reads.push_back(name);
  }
  std::ranges::sort(names.sorted_reads);
  return names;
}

const CodeNames& TreeWalks::NamesOf(const ast::Node* node) {
  const auto known = names_.find(node);
  return known != names_.end() ? known->second
                               : names_.emplace(node, FindNames(node)).first->second;
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

std::shared_ptr<TreeWalks> NewWalks() { return std::make_shared<TreeWalks>(); }

}  // namespace kernelc::host
