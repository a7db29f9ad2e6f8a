#include "compiler/scopes/scopes.h"

#include <algorithm>
#include <unordered_set>

namespace kernelc::scopes {
namespace {

using ast::As;

void CollectOuterNames(const ast::Node* node, std::unordered_set<std::string_view>* names) {
  if (const auto* global = As<ast::Global>(node)) {
    names->insert(global->names.begin(), global->names.end());
  } else if (const auto* nonlocal = As<ast::Nonlocal>(node)) {
    names->insert(nonlocal->names.begin(), nonlocal->names.end());
  } else if (ast::node_class(node->kind) == ast::NodeClass::Stmt && !HasOwnScope(node)) {
    ast::ForEachChild(node, [&](const ast::Node* child) { CollectOuterNames(child, names); });
  }
}

}  // namespace

namespace {

void CollectFreeNamesIn(const ast::Node* node, const LocalNames& locals,
                        std::set<std::string_view>* names) {
  const bool is_function =
      As<ast::FunctionDef>(node) != nullptr || As<ast::Lambda>(node) != nullptr;
  if (const auto* name = As<ast::Name>(node)) {
    if (!locals.index.contains(name->id)) {
      names->insert(name->id);
    }
  } else if (is_function) {
    std::set<std::string_view> inner;
    CollectFreeNames(node, &inner);
    for (const std::string_view inner_name : inner) {
      if (!locals.index.contains(inner_name)) {
        names->insert(inner_name);
      }
    }
  } else {
    ast::ForEachChild(node,
                      [&](const ast::Node* child) { CollectFreeNamesIn(child, locals, names); });
  }
}

}  // namespace

void CollectFreeNames(const ast::Node* function, std::set<std::string_view>* names) {
  const auto* def = As<ast::FunctionDef>(function);
  const auto* lambda = As<ast::Lambda>(function);
  const ast::Arguments& arguments = def != nullptr ? *def->args : *lambda->args;
  const ast::NodeList<ast::Stmt> body = def != nullptr ? def->body : ast::NodeList<ast::Stmt>();
  const LocalNames locals =
      CollectLocals(arguments, body, lambda != nullptr ? lambda->body : nullptr);
  for (const ast::Stmt* stmt : body) {
    CollectFreeNamesIn(stmt, locals, names);
  }
  if (lambda != nullptr) {
    CollectFreeNamesIn(lambda->body, locals, names);
  }
}

bool HasOwnScope(const ast::Node* node) {
  using ast::NodeKind;
  static constexpr NodeKind kKinds[] = {
      NodeKind::FunctionDef, NodeKind::AsyncFunctionDef, NodeKind::ClassDef, NodeKind::Lambda,
      NodeKind::ListComp,    NodeKind::SetComp,          NodeKind::DictComp, NodeKind::GeneratorExp,
  };
  return std::ranges::find(kKinds, node->kind) != std::end(kKinds);
}

bool IsPlainClass(const ast::ClassDef& cls) {
  return cls.decorator_list.empty() && std::ranges::all_of(cls.body, [](const ast::Stmt* stmt) {
           const auto* assign = As<ast::Assign>(stmt);
           const auto* text = As<ast::ExprStmt>(stmt);
           return As<ast::Pass>(stmt) != nullptr || As<ast::FunctionDef>(stmt) != nullptr ||
                  (assign != nullptr && As<ast::Constant>(assign->value) != nullptr) ||
                  (text != nullptr && As<ast::Constant>(text->value) != nullptr);
         });
}

LocalNames CollectLocals(const ast::Arguments& arguments, ast::NodeList<ast::Stmt> body,
                         const ast::Expr* expression) {
  LocalNames locals;
  std::unordered_set<std::string_view> outer;
  for (const ast::Stmt* stmt : body) {
    CollectOuterNames(stmt, &outer);
  }
  const auto add_local = [&](std::string_view name) {
    const auto [place, is_new] =
        locals.index.emplace(name, static_cast<std::uint32_t>(locals.names.size()));
    if (is_new) {
      locals.names.push_back(name);
      locals.bindings.push_back(0);
    }
    ++locals.bindings[place->second];
  };
  const auto add = [&](std::string_view name) {
    if (!outer.contains(name)) {
      add_local(name);
    }
  };
  // A parameter that is called global too is an error of its function, and a parameter until that is told.
  const auto add_parameter = [&](const ast::Arg* arg) {
    if (arg != nullptr) {
      add_local(arg->arg);
    }
  };
  for (const ast::Arg* arg : arguments.posonlyargs) add_parameter(arg);
  for (const ast::Arg* arg : arguments.args) add_parameter(arg);
  add_parameter(arguments.vararg);
  for (const ast::Arg* arg : arguments.kwonlyargs) add_parameter(arg);
  add_parameter(arguments.kwarg);
  for (const ast::Stmt* stmt : body) {
    ForEachBoundName(stmt, add);
  }
  if (expression != nullptr) {
    ForEachBoundName(expression, add);
  }
  return locals;
}

}  // namespace kernelc::scopes
