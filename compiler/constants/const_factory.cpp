// Functions by their definitions, copies of functions and scopes for the calls that made them, defaults of parameters.
#include <algorithm>

#include "compiler/constants/const_eval.h"

namespace kernelc::constants {

using ast::As;

const FunctionInfo* Evaluator::FindLambda(const ast::Lambda& lambda, const Scope* scope) const {
  for (const Scope* around = scope; around != nullptr; around = around->parent) {
    const auto found = around->lambda_copies.find(&lambda);
    if (found != around->lambda_copies.end()) {
      return found->second;
    }
  }
  return scope == nullptr ? nullptr : scope->file->lambda_function(&lambda);
}

const FunctionInfo* Evaluator::FunctionAt(const ast::Node* node, const Scope* scope) const {
  if (const auto* lambda = ast::As<ast::Lambda>(node)) {
    return FindLambda(*lambda, scope);
  }
  const auto* def = ast::As<ast::FunctionDef>(node);
  const auto found = def == nullptr ? scope->bindings.end() : scope->bindings.find(def->name);
  const Binding* binding = found == scope->bindings.end() ? nullptr : &found->second;
  while (binding != nullptr &&
         (binding->kind != BindingKind::Function || binding->function->def != def)) {
    binding = binding->previous;
  }
  return binding == nullptr ? nullptr : binding->function;
}

const FunctionInfo* Evaluator::CopyFunction(const FunctionInfo& function, const Scope& outer) {
  FunctionInfo& copy = arena_->functions.emplace_back(function);
  copy.outer = &outer;
  copy.scope = &CopyScope(*function.scope, &outer);
  if (copy.def != nullptr && !copy.def->decorator_list.empty()) {
    copy.options = DecoratorOptions();
    copy.is_kernel = false;
    copy.decorators_pending = true;
  }
  return &copy;
}

Binding Evaluator::CopyBinding(const Binding& binding, const Scope& scope) {
  Binding copy = binding;
  if (binding.previous != nullptr) {
    Binding previous = CopyBinding(*binding.previous, scope);
    arena_->bindings.push_back(std::move(previous));
    copy.previous = &arena_->bindings.back();
  }
  if (binding.kind == BindingKind::Function) {
    copy.function = CopyFunction(*binding.function, scope);
  } else if (binding.kind == BindingKind::Class) {
    copy.class_scope = &CopyScope(*binding.class_scope, &scope);
  }
  return copy;
}

Scope& Evaluator::CopyScope(const Scope& scope, const Scope* parent) {
  Scope& copy = arena_->scopes.emplace_back(scope);
  copy.parent = parent;
  for (const auto& [name, binding] : scope.bindings) {
    copy.bindings[name] = CopyBinding(binding, copy);
  }
  for (const auto& [lambda, function] : scope.file->lambdas()) {
    if (function->outer == &scope) {
      copy.lambda_copies[lambda] = CopyFunction(*function, copy);
    }
  }
  for (const auto& [lambda, function] : scope.lambda_copies) {
    copy.lambda_copies[lambda] = CopyFunction(*function, copy);
  }
  return copy;
}

// The default of a parameter: what it was where the function was defined.
std::optional<Object> Evaluator::EvalDefault(const FunctionInfo& function, const ast::Expr* expr) {
  steps_ = depth_ == 0 ? 0 : steps_;
  const Context context{function.outer, nullptr};
  if (As<ast::Constant>(expr) != nullptr || !AsksHost(function.outer)) {
    return EvalIn(expr, context);
  }
  const auto& all = Run().defaults;
  const auto found = all.find({function.node(), function.outer->frame});
  if (found == all.end()) {
    return std::nullopt;
  }
  const ast::Arguments& parameters = function.arguments();
  const auto of_place = std::ranges::find(parameters.defaults, expr);
  const auto place = of_place != parameters.defaults.end()
                         ? of_place - parameters.defaults.begin()
                         : std::ranges::find(parameters.kw_defaults, expr) -
                               parameters.kw_defaults.begin() +
                               static_cast<std::ptrdiff_t>(parameters.defaults.size());
  const host::ConstantRef& value = found->second[static_cast<std::size_t>(place)];
  return value == nullptr ? std::nullopt : HostObject(value);
}

}  // namespace kernelc::constants
