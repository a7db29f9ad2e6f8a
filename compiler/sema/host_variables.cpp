#include "compiler/sema/host_variables.h"

#include "compiler/ast/walk.h"
#include "compiler/sema/host_effects.h"

namespace kernelc::sema {
namespace {

using ast::As;

bool IsImported(const ast::Expr* expr, const Scope* scope) {
  const auto* name = As<ast::Name>(expr);
  const Scope* owner = nullptr;
  const Binding* binding = name == nullptr ? nullptr : FindBinding(scope, name->id, &owner);
  return binding != nullptr && binding->kind == BindingKind::Import;
}

}  // namespace

std::string_view LastPart(const ast::Expr* callee) {
  if (const auto* name = As<ast::Name>(callee)) {
    return name->id;
  }
  const auto* attribute = As<ast::Attribute>(callee);
  return attribute == nullptr ? std::string_view() : attribute->attr;
}

HostVariables::HostVariables(const ScopesByNode& scopes, const CodeArena& arena)
    : scopes_(&scopes) {
  for (const FunctionInfo& function : arena.functions) {
    if (function.def != nullptr && function.outer->kind == ScopeKind::Class) {
      methods_[function.def->name].push_back(&function);
    }
  }
  for (const Scope& scope : arena.scopes) {
    for (const auto& [name, binding] : scope.bindings) {
      if (scope.kind == ScopeKind::Class && binding.kind != BindingKind::Function) {
        members_[name].push_back(&scope);
      }
    }
  }
}

std::size_t HostVariables::Node(const Scope* scope, std::string_view name) {
  const auto [place, inserted] = nodes_.try_emplace({scope, name}, parents_.size());
  if (inserted) {
    parents_.push_back(parents_.size());
    owners_.push_back(scope);
  }
  return place->second;
}

std::size_t HostVariables::Root(std::size_t node) {
  while (parents_[node] != node) {
    node = parents_[node] = parents_[parents_[node]];
  }
  return node;
}

void HostVariables::Join(std::size_t left, const Nodes& others) {
  for (const std::size_t other : others) {
    parents_[Root(other)] = Root(left);
  }
}

HostVariables::Nodes HostVariables::VariableOf(std::string_view name, const Scope* scope) {
  const Scope* owner = nullptr;
  return FindBinding(scope, name, &owner) == nullptr ? Nodes() : Nodes{Node(owner, name)};
}

HostVariables::Nodes HostVariables::RootsOf(const ast::Expr* expr, const Scope* scope) {
  Nodes roots;
  AddRoots(expr, scope, &roots);
  return roots;
}

void HostVariables::AddRoots(const ast::Expr* expr, const Scope* scope, Nodes* roots) {
  if (expr == nullptr || As<ast::Constant>(expr) != nullptr || As<ast::Compare>(expr) != nullptr ||
      As<ast::JoinedStr>(expr) != nullptr || As<ast::UnaryOp>(expr) != nullptr) {
    return;
  }
  if (const auto* name = As<ast::Name>(expr)) {
    const Nodes found = VariableOf(name->id, scope);
    roots->insert(roots->end(), found.begin(), found.end());
  } else if (const auto* attribute = As<ast::Attribute>(expr)) {
    AddRoots(attribute->value, scope, roots);
    if (const auto members = members_.find(attribute->attr); members != members_.end()) {
      for (const Scope* cls : members->second) {
        roots->push_back(Node(cls, attribute->attr));
      }
    }
  } else if (const auto* subscript = As<ast::Subscript>(expr)) {
    AddRoots(subscript->value, scope, roots);
  } else if (const auto* call = As<ast::Call>(expr)) {
    AddCallRoots(*call, scope, roots);
  } else if (const auto* lambda = As<ast::Lambda>(expr)) {
    AddRoots(lambda->body, ScopeOf(lambda, scope), roots);
  } else if (const auto* binary = As<ast::BinOp>(expr)) {
    // Sums and multiples of lists hold the same elements.
    const bool is_sequence = binary->op == ast::BinaryOperator::Add ||
                             binary->op == ast::BinaryOperator::Mult ||
                             binary->op == ast::BinaryOperator::BitOr;
    if (is_sequence) {
      AddRoots(binary->left, scope, roots);
      AddRoots(binary->right, scope, roots);
    }
  } else {
    ast::ForEachChild(expr, [&](const ast::Node* child) { AddNodeRoots(child, scope, roots); });
  }
}

void HostVariables::AddNodeRoots(const ast::Node* node, const Scope* scope, Nodes* roots) {
  if (ast::node_class(node->kind) == ast::NodeClass::Expr) {
    AddRoots(static_cast<const ast::Expr*>(node), scope, roots);
  } else {
    ast::ForEachChild(node, [&](const ast::Node* child) { AddNodeRoots(child, scope, roots); });
  }
}

void HostVariables::AddCallRoots(const ast::Call& call, const Scope* scope, Nodes* roots) {
  std::vector<const FunctionInfo*> functions = Callees(call.func, scope);
  for (const FunctionInfo* function : functions) {
    roots->push_back(Node(function->scope, "return"));
  }
  const auto* attribute = As<ast::Attribute>(call.func);
  // What a library makes may hold what it was given, as functools.partial does.
  const ast::Name* first = FirstName(call.func);
  const Scope* owner = nullptr;
  const Binding* binding = first == nullptr ? nullptr : FindBinding(scope, first->id, &owner);
  const bool may_hold = binding != nullptr && binding->kind == BindingKind::Import &&
                        !IsHarmlessImport(*binding, first->id);
  if (functions.empty() && !may_hold && !MakesViewCall(call) && !IsVariableCall(call.func, scope)) {
    return;
  }
  // A function of a module gives no part of the module.
  if (attribute != nullptr && !IsImported(attribute->value, scope)) {
    AddRoots(attribute->value, scope, roots);
  }
  for (const ast::Expr* argument : call.args) {
    AddRoots(argument, scope, roots);
  }
  for (const ast::Keyword* keyword : call.keywords) {
    AddRoots(keyword->value, scope, roots);
  }
}

bool HostVariables::IsVariableCall(const ast::Expr* callee, const Scope* scope) {
  const auto* name = As<ast::Name>(callee);
  if (name == nullptr) {
    return As<ast::Subscript>(callee) != nullptr || As<ast::Call>(callee) != nullptr;
  }
  const Scope* owner = nullptr;
  const Binding* binding = FindBinding(scope, name->id, &owner);
  return binding != nullptr && binding->kind != BindingKind::Import &&
         binding->kind != BindingKind::Function && binding->kind != BindingKind::Class;
}

std::vector<const FunctionInfo*> HostVariables::Callees(const ast::Expr* callee,
                                                        const Scope* scope) {
  std::vector<const FunctionInfo*> found;
  if (const auto* attribute = As<ast::Attribute>(callee)) {
    const auto methods = methods_.find(attribute->attr);
    return methods == methods_.end() ? found : methods->second;
  }
  const auto* name = As<ast::Name>(callee);
  const Scope* owner = nullptr;
  const Binding* binding = name == nullptr ? nullptr : FindBinding(scope, name->id, &owner);
  for (; binding != nullptr; binding = binding->previous) {
    if (binding->kind == BindingKind::Function) {
      found.push_back(binding->function);
    } else if (binding->kind == BindingKind::Class) {
      for (const std::string_view method : {"__init__", "__new__", "__post_init__"}) {
        const auto methods = methods_.find(method);
        if (methods != methods_.end()) {
          found.insert(found.end(), methods->second.begin(), methods->second.end());
        }
      }
    }
  }
  return found;
}

void HostVariables::PassArguments(const FunctionInfo& function, const ast::Call& call,
                                  const Scope* scope) {
  const ast::Arguments& parameters = function.arguments();
  std::vector<const ast::Arg*> all(parameters.posonlyargs.begin(), parameters.posonlyargs.end());
  all.insert(all.end(), parameters.args.begin(), parameters.args.end());
  const auto* attribute = As<ast::Attribute>(call.func);
  const bool is_method = function.outer->kind == ScopeKind::Class;
  if (is_method && !all.empty()) {
    const std::size_t self = Node(function.scope, all.front()->arg);
    Join(self, attribute != nullptr ? RootsOf(attribute->value, scope) : Nodes());
    // What a constructor makes is its first parameter.
    Join(self, {Node(function.scope, "return")});
  }
  const std::size_t first = is_method ? 1 : 0;
  bool in_order = true;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    in_order = in_order && As<ast::Starred>(call.args[i]) == nullptr;
    const Nodes roots = RootsOf(call.args[i], scope);
    for (std::size_t p = 0; p < all.size(); ++p) {
      if (!in_order || p == i + first || p == i) {
        Join(Node(function.scope, all[p]->arg), roots);
      }
    }
    if (parameters.vararg != nullptr && (!in_order || i + first >= all.size())) {
      Join(Node(function.scope, parameters.vararg->arg), roots);
    }
  }
  all.insert(all.end(), parameters.kwonlyargs.begin(), parameters.kwonlyargs.end());
  for (const ast::Keyword* keyword : call.keywords) {
    const Nodes roots = RootsOf(keyword->value, scope);
    for (const ast::Arg* parameter : all) {
      if (keyword->arg.empty() || keyword->arg == parameter->arg) {
        Join(Node(function.scope, parameter->arg), roots);
      }
    }
    if (parameters.kwarg != nullptr) {
      Join(Node(function.scope, parameters.kwarg->arg), roots);
    }
  }
}

void HostVariables::PassToHandedOn(const ast::Call& call, const Scope* scope) {
  std::vector<const ast::Expr*> given(call.args.begin(), call.args.end());
  for (const ast::Keyword* keyword : call.keywords) {
    given.push_back(keyword->value);
  }
  for (const ast::Expr* each : given) {
    const bool is_name = As<ast::Name>(each) != nullptr || As<ast::Attribute>(each) != nullptr;
    const std::vector<const FunctionInfo*> functions =
        is_name ? Callees(each, scope) : std::vector<const FunctionInfo*>();
    for (const FunctionInfo* function : functions) {
      for (const auto& [name, binding] : function->scope->bindings) {
        const Binding* first = &binding;
        while (first->previous != nullptr) {
          first = first->previous;
        }
        for (const ast::Expr* other : given) {
          if (first->kind == BindingKind::Parameter && other != each) {
            Join(Node(function->scope, name), RootsOf(other, scope));
          }
        }
      }
    }
  }
}

}  // namespace kernelc::sema
