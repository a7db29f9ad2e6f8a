#include "compiler/host/scopes.h"

#include "compiler/ast/walk.h"

namespace kernelc::host {
namespace {

bool IsFunction(const ast::Node* node) {
  return node->kind == ast::NodeKind::FunctionDef ||
         node->kind == ast::NodeKind::AsyncFunctionDef || node->kind == ast::NodeKind::Lambda;
}

bool IsComprehension(const ast::Node* node) {
  return node->kind == ast::NodeKind::ListComp || node->kind == ast::NodeKind::SetComp ||
         node->kind == ast::NodeKind::DictComp || node->kind == ast::NodeKind::GeneratorExp;
}

// Of a comprehension, its `:=` alone bind in the scope around.
void BindOf(const ast::Node* node, bool in_comprehension,
            llvm::function_ref<void(std::string_view)> bind);

void BindOfDefinition(const ast::Node* node, bool in_comprehension,
                      llvm::function_ref<void(std::string_view)> bind) {
  const auto visit = [&](const ast::Node* child) { BindOf(child, in_comprehension, bind); };
  if (const auto* function = ast::As<ast::FunctionDef>(node)) {
    bind(function->name);
    for (const ast::Expr* decorator : function->decorator_list) {
      visit(decorator);
    }
  } else if (const auto* async = ast::As<ast::AsyncFunctionDef>(node)) {
    bind(async->name);
  } else if (const auto* cls = ast::As<ast::ClassDef>(node)) {
    bind(cls->name);
    for (const ast::Expr* base : cls->bases) {
      visit(base);
    }
  }
}

void BindOf(const ast::Node* node, bool in_comprehension,
            llvm::function_ref<void(std::string_view)> bind) {
  if (IsFunction(node) || node->kind == ast::NodeKind::ClassDef) {
    BindOfDefinition(node, in_comprehension, bind);
    return;
  }
  if (const auto* name = ast::As<ast::Name>(node)) {
    if (name->ctx != ast::ExprContext::Load && !in_comprehension) {
      bind(name->id);
    }
    return;
  }
  if (const auto* walrus = ast::As<ast::NamedExpr>(node)) {
    if (const auto* name = ast::As<ast::Name>(walrus->target)) {
      bind(name->id);
    }
    BindOf(walrus->value, in_comprehension, bind);
    return;
  }
  if (const auto* alias = ast::As<ast::Alias>(node)) {
    bind(!alias->asname.empty() ? alias->asname : alias->name.substr(0, alias->name.find('.')));
    return;
  }
  if (const auto* handler = ast::As<ast::ExceptHandler>(node)) {
    if (!handler->name.empty()) {
      bind(handler->name);
    }
  } else if (const auto* as = ast::As<ast::MatchAs>(node)) {
    if (!as->name.empty()) {
      bind(as->name);
    }
  } else if (const auto* star = ast::As<ast::MatchStar>(node)) {
    if (!star->name.empty()) {
      bind(star->name);
    }
  } else if (const auto* mapping = ast::As<ast::MatchMapping>(node)) {
    if (!mapping->rest.empty()) {
      bind(mapping->rest);
    }
  }
  const bool inside = in_comprehension || IsComprehension(node);
  ast::ForEachChild(node, [&](const ast::Node* child) { BindOf(child, inside, bind); });
}

void FindDeclared(const ast::Node* node, Scope& scope) {
  if (IsFunction(node) || node->kind == ast::NodeKind::ClassDef) {
    return;
  }
  if (const auto* global = ast::As<ast::Global>(node)) {
    scope.globals.insert(global->names.begin(), global->names.end());
  } else if (const auto* nonlocal = ast::As<ast::Nonlocal>(node)) {
    scope.nonlocals.insert(nonlocal->names.begin(), nonlocal->names.end());
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { FindDeclared(child, scope); });
}

void AddSlot(Scope& scope, std::string_view name) {
  if (!scope.globals.contains(name) && !scope.nonlocals.contains(name)) {
    scope.slots.try_emplace(name, static_cast<std::uint32_t>(scope.slots.size()));
  }
}

void AddParameters(const ast::Arguments& arguments, Scope& scope) {
  for (const ast::Arg* arg : arguments.posonlyargs) {
    AddSlot(scope, arg->arg);
  }
  for (const ast::Arg* arg : arguments.args) {
    AddSlot(scope, arg->arg);
  }
  for (const ast::Arg* arg : arguments.kwonlyargs) {
    AddSlot(scope, arg->arg);
  }
  if (arguments.vararg != nullptr) {
    AddSlot(scope, arguments.vararg->arg);
  }
  if (arguments.kwarg != nullptr) {
    AddSlot(scope, arguments.kwarg->arg);
  }
}

void AddBody(ast::NodeList<ast::Stmt> body, Scope& scope) {
  for (const ast::Stmt* stmt : body) {
    FindDeclared(stmt, scope);
  }
  for (const ast::Stmt* stmt : body) {
    ForEachBinding(stmt, [&](std::string_view name) { AddSlot(scope, name); });
    scope.is_generator = scope.is_generator || HasYield(stmt);
  }
}

void AddGenerators(ast::NodeList<ast::Comprehension> generators, Scope& scope) {
  for (const ast::Comprehension* generator : generators) {
    BindOf(generator->target, false, [&](std::string_view name) { AddSlot(scope, name); });
  }
}

}  // namespace

void ForEachBinding(const ast::Node* node, llvm::function_ref<void(std::string_view)> bind) {
  BindOf(node, false, bind);
}

bool HasYield(const ast::Node* node) {
  if (IsFunction(node) || node->kind == ast::NodeKind::ClassDef) {
    return false;
  }
  if (node->kind == ast::NodeKind::Yield || node->kind == ast::NodeKind::YieldFrom) {
    return true;
  }
  bool found = false;
  ast::ForEachChild(node, [&](const ast::Node* child) { found = found || HasYield(child); });
  return found;
}

Scope FindScope(const ast::Node* node) {
  Scope scope;
  if (const auto* function = ast::As<ast::FunctionDef>(node)) {
    for (const ast::Stmt* stmt : function->body) {
      FindDeclared(stmt, scope);
    }
    AddParameters(*function->args, scope);
    AddBody(function->body, scope);
  } else if (const auto* async = ast::As<ast::AsyncFunctionDef>(node)) {
    AddParameters(*async->args, scope);
    AddBody(async->body, scope);
    scope.is_async = true;
  } else if (const auto* lambda = ast::As<ast::Lambda>(node)) {
    AddParameters(*lambda->args, scope);
    ForEachBinding(lambda->body, [&](std::string_view name) { AddSlot(scope, name); });
    scope.is_generator = HasYield(lambda->body);
  } else if (const auto* cls = ast::As<ast::ClassDef>(node)) {
    scope.kind = ScopeKind::Class;
    for (const ast::Stmt* stmt : cls->body) {
      FindDeclared(stmt, scope);
    }
  } else if (const auto* list = ast::As<ast::ListComp>(node)) {
    AddGenerators(list->generators, scope);
  } else if (const auto* set = ast::As<ast::SetComp>(node)) {
    AddGenerators(set->generators, scope);
  } else if (const auto* dict = ast::As<ast::DictComp>(node)) {
    AddGenerators(dict->generators, scope);
  } else if (const auto* generator = ast::As<ast::GeneratorExp>(node)) {
    AddSlot(scope, kFirstIterable);
    AddGenerators(generator->generators, scope);
    scope.is_generator = true;
  }
  return scope;
}

}  // namespace kernelc::host
