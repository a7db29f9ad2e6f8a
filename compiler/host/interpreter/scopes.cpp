#include "compiler/host/interpreter/scopes.h"

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

// Goes through what belongs to one scope. Of a comprehension, its `:=` alone bind in the scope
// around.
class Walker {
 public:
  using Bind = llvm::function_ref<void(std::string_view)>;

  // `scope`, where it is given, gets what is declared in it, and whether it yields.
  Walker(Bind bind, Scope* scope) : bind_(bind), scope_(scope) {}

  void Visit(const ast::Node* node) {
    if (const auto* name = ast::As<ast::Name>(node)) {
      if (name->ctx != ast::ExprContext::Load && !in_comprehension_) {
        bind_(name->id);
      }
      return;
    }
    if (IsFunction(node) || node->kind == ast::NodeKind::ClassDef) {
      VisitDefinition(node);
      return;
    }
    BindNames(node);
    if (scope_ != nullptr) {
      Declare(node);
    }
    const bool outer = in_comprehension_;
    in_comprehension_ = outer || IsComprehension(node);
    ast::ForEachChild(node, [&](const ast::Node* child) { Visit(child); });
    in_comprehension_ = outer;
  }

 private:
  void VisitDefinition(const ast::Node* node) {
    const auto* cls = ast::As<ast::ClassDef>(node);
    if (node->kind != ast::NodeKind::Lambda) {
      bind_(cls != nullptr ? cls->name : DefinitionOf(node).name);
    }
    // What is not part of the body runs around it.
    ast::Visit(node, [&](const auto& typed) {
      const auto visit = [&](const ast::Node* part) {
        if (part != nullptr) {
          Visit(part);
        }
      };
      if constexpr (requires { typed.decorator_list; }) {
        std::ranges::for_each(typed.decorator_list, visit);
      }
      if constexpr (requires { typed.bases; }) {
        std::ranges::for_each(typed.bases, visit);
        std::ranges::for_each(typed.keywords, visit);
      }
      if constexpr (requires { typed.args->posonlyargs; }) {
        std::ranges::for_each(typed.args->defaults, visit);
        std::ranges::for_each(typed.args->kw_defaults, visit);
      }
    });
  }

  void BindNames(const ast::Node* node) {
    std::string_view name = ast::NameBoundBy(node);
    if (const auto* walrus = ast::As<ast::NamedExpr>(node);
        walrus != nullptr && in_comprehension_) {
      const auto* target = ast::As<ast::Name>(walrus->target);
      name = target != nullptr ? target->id : std::string_view();
    }
    if (!name.empty()) {
      bind_(name);
    }
  }

  void Declare(const ast::Node* node) {
    if (const auto* global = ast::As<ast::Global>(node)) {
      std::ranges::for_each(global->names, [&](auto name) { scope_->globals.Add(name); });
    } else if (const auto* nonlocal = ast::As<ast::Nonlocal>(node)) {
      std::ranges::for_each(nonlocal->names, [&](auto name) { scope_->nonlocals.Add(name); });
    } else if (node->kind == ast::NodeKind::Yield || node->kind == ast::NodeKind::YieldFrom) {
      scope_->is_generator = true;
    }
  }

  Bind bind_;
  Scope* scope_;
  bool in_comprehension_ = false;
};

void AddParameters(const ast::Arguments& arguments, Scope& scope) {
  for (const auto& list : {arguments.posonlyargs, arguments.args, arguments.kwonlyargs}) {
    for (const ast::Arg* arg : list) {
      scope.slots.Add(arg->arg);
    }
  }
  for (const ast::Arg* arg : {arguments.vararg, arguments.kwarg}) {
    if (arg != nullptr) {
      scope.slots.Add(arg->arg);
    }
  }
}

template <typename T>
void AddBody(ast::NodeList<T> body, Scope& scope) {
  std::vector<std::string_view> bound;
  const auto bind = [&](std::string_view name) { bound.push_back(name); };
  Walker walker(bind, &scope);
  for (const ast::Node* node : body) {
    walker.Visit(node);
  }
  for (const std::string_view name : bound) {
    if (!scope.globals.contains(name) && !scope.nonlocals.contains(name)) {
      scope.slots.Add(name);
    }
  }
}

void AddGenerators(ast::NodeList<ast::Comprehension> generators, Scope& scope) {
  for (const ast::Comprehension* generator : generators) {
    ForEachBinding(generator->target, [&](std::string_view name) { scope.slots.Add(name); });
  }
}

}  // namespace

Definition DefinitionOf(const ast::Node* node) {
  if (const auto* lambda = ast::As<ast::Lambda>(node)) {
    return {"<lambda>", lambda->args, nullptr, {}};
  }
  const auto* def = ast::As<ast::FunctionDef>(node);
  const auto* async = ast::As<ast::AsyncFunctionDef>(node);
  return def != nullptr
             ? Definition{def->name, def->args, def->returns, def->decorator_list}
             : Definition{async->name, async->args, async->returns, async->decorator_list};
}

void ForEachBinding(const ast::Node* node, llvm::function_ref<void(std::string_view)> bind) {
  Walker(bind, nullptr).Visit(node);
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
  scope.kind = node->kind == ast::NodeKind::ClassDef ? ScopeKind::Class : ScopeKind::Function;
  scope.is_async = node->kind == ast::NodeKind::AsyncFunctionDef;
  if (node->kind == ast::NodeKind::GeneratorExp) {
    scope.slots.Add(kFirstIterable);
    scope.is_generator = true;
  }
  ast::Visit(node, [&](const auto& typed) {
    if constexpr (requires { typed.args->posonlyargs; }) {
      AddParameters(*typed.args, scope);
    }
    if constexpr (requires { typed.generators; }) {
      AddGenerators(typed.generators, scope);
    } else if constexpr (requires { typed.body.size(); }) {
      AddBody(typed.body, scope);
    } else if constexpr (requires { typed.body; }) {
      AddBody(ast::NodeList<ast::Expr>(&typed.body, 1), scope);
    }
  });
  if (scope.kind == ScopeKind::Class) {
    scope.slots = {};
    scope.is_generator = false;
  }
  return scope;
}

}  // namespace kernelc::host
