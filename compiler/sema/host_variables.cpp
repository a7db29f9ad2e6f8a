#include "compiler/sema/host_variables.h"

#include <algorithm>
#include <cctype>

#include "compiler/ast/walk.h"
#include "compiler/sema/host_calls.h"
#include "compiler/sema/host_effects.h"

namespace kernelc::sema {
namespace {

using ast::As;

}  // namespace

bool IsImported(const ast::Expr* expr, const Scope* scope) {
  const bool is_dotted = As<ast::Attribute>(expr) != nullptr;
  while (const auto* attribute = As<ast::Attribute>(expr)) {
    expr = attribute->value;
  }
  const auto* name = As<ast::Name>(expr);
  const Scope* owner = nullptr;
  const Binding* binding = name == nullptr ? nullptr : FindBinding(scope, name->id, &owner);
  return binding != nullptr && binding->kind == BindingKind::Import &&
         ((!is_dotted && binding->import.name.empty()) || IsHarmlessImport(*binding, name->id));
}

std::string_view LastPart(const ast::Expr* callee) {
  if (const auto* name = As<ast::Name>(callee)) {
    return name->id;
  }
  const auto* attribute = As<ast::Attribute>(callee);
  return attribute == nullptr ? std::string_view() : attribute->attr;
}

std::string_view NameThroughGlobals(const ast::Expr* expr) {
  const auto* subscript = As<ast::Subscript>(expr);
  const auto* get = As<ast::Call>(expr);
  const auto* method = get == nullptr ? nullptr : As<ast::Attribute>(get->func);
  const bool is_get = method != nullptr && method->attr == "get" && !get->args.empty();
  const auto* of = As<ast::Call>(subscript != nullptr ? subscript->value
                                 : is_get             ? method->value
                                                      : nullptr);
  const auto* key = As<ast::Constant>(subscript != nullptr ? subscript->slice
                                      : is_get             ? get->args.front()
                                                           : nullptr);
  const bool is_name = of != nullptr && of->args.empty() && LastPart(of->func) == "globals" &&
                       key != nullptr && key->value.kind == ast::ConstantKind::Str;
  return is_name ? std::string_view(key->value.text) : std::string_view();
}

std::vector<std::string_view> NamesIn(std::string_view text) {
  std::vector<std::string_view> names;
  const auto is_letter = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t start = at;
    while (at < text.size() && is_letter(text[at])) {
      ++at;
    }
    if (at > start) {
      names.push_back(text.substr(start, at - start));
    }
  }
  return names;
}

HostVariables::HostVariables(const ScopesByNode& scopes, const CodeArena& arena)
    : scopes_(&scopes) {
  for (const FunctionInfo& function : arena.functions) {
    if (function.def != nullptr && function.outer->kind == ScopeKind::Class) {
      methods_[function.def->name].push_back(&function);
    }
  }
  for (const Scope& scope : arena.scopes) {
    if (scope.kind != ScopeKind::Class) {
      continue;
    }
    for (const auto& [name, binding] : scope.bindings) {
      if (binding.kind != BindingKind::Function) {
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
  Nodes nodes = FindBinding(scope, name, &owner) == nullptr ? Nodes() : Nodes{Node(owner, name)};
  for (const auto& [hidden, roots] : hidden_) {
    if (hidden == name) {
      nodes.insert(nodes.end(), roots.begin(), roots.end());
    }
  }
  return nodes;
}

void HostVariables::Hide(const ast::Expr* target, const Nodes& roots) {
  if (const auto* name = As<ast::Name>(target)) {
    hidden_.emplace_back(name->id, roots);
    return;
  }
  ast::ForEachChild(target, [&](const ast::Node* child) {
    if (ast::node_class(child->kind) == ast::NodeClass::Expr) {
      Hide(static_cast<const ast::Expr*>(child), roots);
    }
  });
}

HostVariables::Nodes HostVariables::RootsOf(const ast::Expr* expr, const Scope* scope) {
  Nodes roots;
  AddRoots(expr, scope, &roots);
  return roots;
}

// What methods that are called by operators and the like give.
void HostVariables::AddResults(std::string_view method, Nodes* roots) {
  const auto found = methods_.find(method);
  for (std::size_t i = 0; found != methods_.end() && i < found->second.size(); ++i) {
    roots->push_back(Node(found->second[i]->scope, "return"));
  }
}

void HostVariables::AddSpecialResults(const ast::Expr* expr, Nodes* roots) {
  if (const auto* attribute = As<ast::Attribute>(expr)) {
    // A property.
    AddResults(attribute->attr, roots);
    AddResults("__getattr__", roots);
    AddResults("__getattribute__", roots);
    AddResults("__get__", roots);
  } else if (As<ast::Subscript>(expr) != nullptr) {
    AddResults("__getitem__", roots);
    AddResults("__missing__", roots);
  } else if (As<ast::BinOp>(expr) != nullptr || As<ast::UnaryOp>(expr) != nullptr ||
             As<ast::Compare>(expr) != nullptr) {
    static constexpr std::string_view kOthers[] = {"__call__", "__enter__", "__init__", "__iter__",
                                                   "__new__", "__next__", "__post_init__"};
    for (const auto& [name, functions] : methods_) {
      if (name.starts_with("__") && std::ranges::find(kOthers, name) == std::end(kOthers)) {
        AddResults(name, roots);
      }
    }
  }
}

void HostVariables::AddRoots(const ast::Expr* expr, const Scope* scope, Nodes* roots) {
  if (expr != nullptr) {
    AddSpecialResults(expr, roots);
  }
  if (expr == nullptr || As<ast::Constant>(expr) != nullptr || As<ast::Compare>(expr) != nullptr ||
      As<ast::JoinedStr>(expr) != nullptr || As<ast::UnaryOp>(expr) != nullptr) {
    return;
  }
  if (const std::string_view global = NameThroughGlobals(expr); !global.empty()) {
    const Scope* module = scope;
    while (module->parent != nullptr) {
      module = module->parent;
    }
    const Nodes found = VariableOf(global, module);
    roots->insert(roots->end(), found.begin(), found.end());
    // `globals().get("name", other)`
    if (const auto* get = As<ast::Call>(expr)) {
      for (const ast::Expr* argument : get->args) {
        AddRoots(argument, scope, roots);
      }
    }
  } else if (const auto* name = As<ast::Name>(expr)) {
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

HostVariables::Nodes HostVariables::RootsOfTaken(const ast::Expr* expr, const Scope* scope) {
  Nodes roots = RootsOf(expr, scope);
  for (const std::string_view method : {"__enter__", "__getitem__", "__iter__", "__next__"}) {
    AddResults(method, &roots);
  }
  return roots;
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
  if (functions.empty() && GivesFresh(call, scope)) {
    return;
  }
  if (LastPart(call.func) == "eval" && !call.args.empty()) {
    const auto* text = As<ast::Constant>(call.args.front());
    for (const std::string_view name :
         NamesIn(text == nullptr ? std::string_view() : std::string_view(text->value.text))) {
      const Nodes found = VariableOf(name, scope);
      roots->insert(roots->end(), found.begin(), found.end());
    }
  }
  if (attribute == nullptr && functions.empty() && IsVariableCall(call.func, scope)) {
    AddRoots(call.func, scope, roots);
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

void HostVariables::JoinAll(const ast::Arguments& parameters, const Scope* inside,
                            const Nodes& roots) {
  const auto join = [&](const ast::Arg* parameter) {
    if (parameter != nullptr) {
      Join(Node(inside, parameter->arg), roots);
    }
  };
  for (const ast::NodeList<ast::Arg> list :
       {parameters.posonlyargs, parameters.args, parameters.kwonlyargs}) {
    for (const ast::Arg* parameter : list) {
      join(parameter);
    }
  }
  join(parameters.vararg);
  join(parameters.kwarg);
}

void HostVariables::PassToHandedOn(const ast::Call& call, const Scope* scope) {
  std::vector<const ast::Expr*> given(call.args.begin(), call.args.end());
  for (const ast::Keyword* keyword : call.keywords) {
    given.push_back(keyword->value);
  }
  // `rows.sort(key=f)` gives the function parts of `rows`.
  const auto* attribute = As<ast::Attribute>(call.func);
  const bool has_object = attribute != nullptr && !IsImported(attribute->value, scope);
  const auto pass = [&](const ast::Expr* function, const ast::Arguments& parameters,
                        const Scope* inside) {
    for (const ast::Expr* other : given) {
      if (other != function) {
        JoinAll(parameters, inside, RootsOf(other, scope));
      }
    }
    if (has_object) {
      JoinAll(parameters, inside, RootsOf(attribute->value, scope));
    }
  };
  for (const ast::Expr* each : given) {
    if (const auto* lambda = As<ast::Lambda>(each)) {
      if (const auto* inside = ScopeOf<const Scope>(lambda, nullptr)) {
        pass(each, *lambda->args, inside);
      }
      continue;
    }
    const bool is_name = As<ast::Name>(each) != nullptr || As<ast::Attribute>(each) != nullptr;
    const std::vector<const FunctionInfo*> functions =
        is_name ? Callees(each, scope) : std::vector<const FunctionInfo*>();
    for (const FunctionInfo* function : functions) {
      pass(each, function->arguments(), function->scope);
    }
  }
}

}  // namespace kernelc::sema
