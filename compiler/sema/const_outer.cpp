// Parameters of functions of the host around a kernel: `def make(n):` with a kernel inside that reads `n`. Where nothing
// but calls with one known value is in the file, that is the value that the host's kernel has.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_effects.h"
#include "compiler/sema/const_eval.h"

namespace kernelc::sema {
namespace {

using ast::As;

// Of a parameter that keywords alone give a value.
constexpr std::size_t kNoPlace = std::numeric_limits<std::size_t>::max();

// A call of the function, with the scope that its arguments are read in; null inside lambdas and comprehensions.
struct CallPlace {
  const ast::Call* call = nullptr;
  const Scope* scope = nullptr;
};

const Scope* ScopeOfDefinition(const ast::Node* node, const Scope* around) {
  const auto* function = As<ast::FunctionDef>(node);
  const auto* cls = As<ast::ClassDef>(node);
  if (around == nullptr) {
    return nullptr;
  }
  const auto found = around->bindings.find(function != nullptr ? function->name : cls->name);
  if (found == around->bindings.end()) {
    return nullptr;
  }
  for (const Binding* binding = &found->second; binding != nullptr; binding = binding->previous) {
    if (binding->kind == BindingKind::Function && binding->function->def == node) {
      return binding->function->scope;
    }
    if (binding->kind == BindingKind::Class && binding->class_scope->class_def == node) {
      return binding->class_scope;
    }
  }
  return nullptr;
}

// The calls of `name` below `node`; false where the name stands for something else than what is called.
bool CollectCalls(const ast::Node* node, std::string_view name, const Scope* scope,
                  std::vector<CallPlace>* calls) {
  if (const auto* use = As<ast::Name>(node)) {
    return use->id != name;
  }
  const auto* call = As<ast::Call>(node);
  const auto* callee = call == nullptr ? nullptr : As<ast::Name>(call->func);
  const bool is_call = callee != nullptr && callee->id == name;
  if (is_call) {
    calls->push_back({call, scope});
  }
  const bool is_definition = IsDefinition(node);
  const bool is_opaque = As<ast::Lambda>(node) != nullptr || As<ast::ListComp>(node) != nullptr ||
                         As<ast::SetComp>(node) != nullptr || As<ast::DictComp>(node) != nullptr ||
                         As<ast::GeneratorExp>(node) != nullptr;
  const Scope* inside = is_definition ? ScopeOfDefinition(node, scope) : is_opaque ? nullptr : scope;
  bool only_calls = true;
  ast::ForEachChild(node, [&](const ast::Node* child) {
    const bool is_callee = is_call && child == callee;
    only_calls = only_calls && (is_callee || CollectCalls(child, name, inside, calls));
  });
  return only_calls;
}

// Names that are bound once, and in no loop, have the same value wherever they are read.
bool ReadsFixedNames(const ast::Node* node, const Scope* scope) {
  Names names;
  CollectNames(node, &names);
  return std::ranges::all_of(names, [&](std::string_view name) {
    const Scope* owner = nullptr;
    const Binding* binding = FindBinding(scope, name, &owner);
    return binding == nullptr || (binding->previous == nullptr && !binding->rebound &&
                                  binding->kind != BindingKind::Opaque && !IsInLoop(*binding));
  });
}

const FunctionInfo* FunctionOf(const Scope& scope) {
  for (const auto& [name, last] : scope.parent->bindings) {
    for (const Binding* binding = &last; binding != nullptr; binding = binding->previous) {
      if (binding->kind == BindingKind::Function && binding->function->scope == &scope) {
        return binding->function;
      }
    }
  }
  return nullptr;
}

}  // namespace

// What a call gives parameter number `index`; sets `*is_default` where it gives none.
std::optional<Object> Evaluator::GivenArgument(const ast::Call& call, const Scope* scope,
                                               std::size_t index, std::string_view name,
                                               bool* is_default) {
  if (scope == nullptr) {
    return std::nullopt;
  }
  const ast::Expr* given = nullptr;
  bool unpacks = false;
  for (const ast::Keyword* keyword : call.keywords) {
    unpacks = unpacks || keyword->arg.empty();
    given = keyword->arg == name ? keyword->value : given;
  }
  for (std::size_t i = 0; given == nullptr && i < call.args.size() && i <= index; ++i) {
    unpacks = unpacks || As<ast::Starred>(call.args[i]) != nullptr;
    given = i == index && !unpacks ? call.args[i] : nullptr;
  }
  if (given != nullptr) {
    return ReadsFixedNames(given, scope) ? EvalIn(given, {scope, nullptr}) : std::nullopt;
  }
  *is_default = !unpacks;
  const auto is_fixed = [&](const ast::Node* node) { return ReadsFixedNames(node, scope); };
  if (!unpacks || !std::ranges::all_of(call.args, is_fixed) ||
      !std::ranges::all_of(call.keywords, is_fixed)) {
    return std::nullopt;
  }
  const std::optional<Arguments> arguments = EvalArguments(call, {scope, nullptr});
  const Object* found = arguments ? arguments->Find(index, name) : nullptr;
  *is_default = arguments && found == nullptr;
  return found != nullptr ? std::optional(*found) : std::nullopt;
}

std::optional<Object> Evaluator::OuterParameter(const Binding& binding, const Scope& scope) {
  const FunctionInfo* function = scope.parent == nullptr ? nullptr : FunctionOf(scope);
  if (function == nullptr || function->def == nullptr || function->is_kernel ||
      function->options.device) {
    return std::nullopt;
  }
  const ast::Arguments& parameters = function->arguments();
  std::vector<const ast::Arg*> names(parameters.posonlyargs.begin(), parameters.posonlyargs.end());
  names.insert(names.end(), parameters.args.begin(), parameters.args.end());
  const std::size_t positional = names.size();
  names.insert(names.end(), parameters.kwonlyargs.begin(), parameters.kwonlyargs.end());
  const auto at = std::ranges::find_if(
      names, [&](const ast::Arg* each) { return each->range == binding.range; });
  if (at == names.end()) {
    return std::nullopt;
  }
  const auto index = static_cast<std::size_t>(at - names.begin());
  const std::size_t first_default = positional - parameters.defaults.size();
  const ast::Expr* fallback = index >= positional      ? parameters.kw_defaults[index - positional]
                              : index >= first_default ? parameters.defaults[index - first_default]
                                                       : nullptr;
  // A decorator may call the function with something else.
  if (binding.rebound || (!function->def->decorator_list.empty() &&
                                    ((*at)->arg != "cuda" || fallback != nullptr))) {
    return std::nullopt;
  }
  std::vector<CallPlace> calls;
  bool is_known = scope.parent->kind == ScopeKind::Module;
  for (const ast::Stmt* stmt : scope.file->module().body()) {
    is_known = is_known &&
               CollectCalls(stmt, function->name, &scope.file->module_scope(), &calls);
  }
  std::optional<Object> value;
  for (const CallPlace& place : calls) {
    bool is_default = false;
    std::optional<Object> each;
    if (is_known) {
      each = GivenArgument(*place.call, place.scope, index < positional ? index : kNoPlace,
                           (*at)->arg, &is_default);
    }
    if (is_default && fallback != nullptr) {
      each = EvalIn(fallback, {function->outer, nullptr});
    }
    if (!each || (value && ObjectKey(*value) != ObjectKey(*each))) {
      value.reset();
      break;
    }
    value = std::move(each);
  }
  // Whoever hands the module in under its own name hands in the module.
  const bool is_module = (*at)->arg == "cuda" && fallback == nullptr;
  return value || !is_module ? value : std::optional(Object::External("cuda"));
}

}  // namespace kernelc::sema
