// Calls of functions of the program while compiling: factories of kernels, helpers that compute constants.
//
// A call copies the scopes of the function, with its parameters bound to the arguments, and evaluates the `return`
// that is reached. Functions that it returns are copies whose free variables are those of the call.
#include <algorithm>

#include "compiler/sema/const_eval.h"

namespace kernelc::sema {
namespace {

// Calls inside calls.
constexpr unsigned kMaxCalls = 40;
// Functions and scopes that all calls together make.
constexpr std::size_t kMaxCopies = 20000;

// Gives a parameter its value: it is the first binding of its name.
void BindFirst(Binding& binding, Object value) {
  Binding* first = &binding;
  while (first->previous != nullptr) {
    first = first->previous;
  }
  first->kind = BindingKind::Value;
  first->object = std::make_shared<const Object>(std::move(value));
}

}  // namespace

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

// Binds the parameters in `scope` to the arguments and defaults; false where they do not fit.
bool Evaluator::BindParameters(const FunctionInfo& function, const Arguments& arguments,
                               Scope& scope) {
  const ast::Arguments& parameters = function.arguments();
  std::vector<const ast::Arg*> names(parameters.posonlyargs.begin(), parameters.posonlyargs.end());
  names.insert(names.end(), parameters.args.begin(), parameters.args.end());
  const std::size_t positional = names.size();
  names.insert(names.end(), parameters.kwonlyargs.begin(), parameters.kwonlyargs.end());
  std::size_t used = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Object* given = arguments.Find(i < positional ? i : arguments.positional.size(),
                                         names[i]->arg);
    used += given != nullptr ? 1 : 0;
    std::optional<Object> value;
    if (given != nullptr) {
      value = *given;
    } else {
      const std::size_t first_default = positional - parameters.defaults.size();
      const ast::Expr* expr = i >= positional      ? parameters.kw_defaults[i - positional]
                              : i >= first_default ? parameters.defaults[i - first_default]
                                                   : nullptr;
      value = expr == nullptr ? std::nullopt : Eval(expr, function.outer);
    }
    if (value) {
      BindFirst(scope.bindings[names[i]->arg], std::move(*value));
    }
  }
  if (parameters.vararg != nullptr) {
    const std::size_t taken = std::min(positional, arguments.positional.size());
    const auto rest = arguments.positional.begin() + static_cast<std::ptrdiff_t>(taken);
    used += arguments.positional.size() - taken;
    BindFirst(scope.bindings[parameters.vararg->arg], Object::Tuple({rest, arguments.positional.end()}));
  }
  if (parameters.kwarg != nullptr) {
    Object rest;
    rest.kind = ObjectKind::Dict;
    for (const Keyword& keyword : arguments.keywords) {
      if (std::ranges::find(names, keyword.name, &ast::Arg::arg) == names.end()) {
        ++used;
        rest.parts += keyword.value.parts;
        rest.elements.push_back(Object::Str(keyword.name));
        rest.elements.push_back(keyword.value);
      }
    }
    BindFirst(scope.bindings[parameters.kwarg->arg], std::move(rest));
  }
  return used == arguments.positional.size() + arguments.keywords.size();
}

std::optional<Object> Evaluator::CallFunction(const FunctionInfo& function,
                                              const Arguments& arguments) {
  if (calls_ >= kMaxCalls || arena_->scopes.size() > kMaxCopies) {
    return std::nullopt;
  }
  const std::size_t first_copy = arena_->functions.size();
  Scope& scope = CopyScope(*function.scope, function.outer);
  if (!BindParameters(function, arguments, scope)) {
    return std::nullopt;
  }
  ++calls_;
  for (std::size_t i = first_copy; i < arena_->functions.size(); ++i) {
    FunctionInfo& copy = arena_->functions[i];
    if (copy.outer == &scope && copy.decorators_pending) {
      copy.decorators_pending = false;
      ReadDecorators(copy, nullptr);
    }
  }
  std::optional<Object> result;
  bool raises = false;
  bool may_raise = false;
  if (function.lambda != nullptr) {
    result = EvalIn(function.lambda->body, {&scope, nullptr});
  }
  for (const ReturnPlace& place : scope.returns) {
    const std::optional<bool> holds = Holds(place.guard, &scope);
    // Nothing is taken to be raised that is not seen to be.
    if (holds == std::optional(false) || (place.raises && !holds)) {
      may_raise = may_raise || !holds;
      continue;
    }
    raises = place.raises;
    if (raises) {
      break;
    }
    if (holds) {
      result = place.value == nullptr ? Object() : EvalIn(place.value, {&scope, nullptr, place.order});
    }
    break;
  }
  if ((!result && !raises) || may_raise) {
    std::optional<Object> followed = RunFunction(function, scope, &raises);
    result = followed ? std::move(followed) : std::move(result);
  }
  if (raises) {
    result = std::nullopt;
  }
  --calls_;
  return result;
}

}  // namespace kernelc::sema
