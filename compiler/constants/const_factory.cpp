// Copies of functions and scopes for the calls that made them, and calls of the program's
// decorators while the file is indexed.
//
// A call copies the scopes of the function, with its parameters bound to the arguments, and
// evaluates the `return` that is reached.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::constants {
namespace {

using ast::As;

// Calls inside calls.
constexpr unsigned kMaxCalls = 40;

// Gives a parameter its value: it is the first binding of its name.
void BindFirst(Binding& binding, Object value) {
  Binding* first = &binding;
  while (first->previous != nullptr) {
    first = first->previous;
  }
  first->kind = BindingKind::Value;
  first->bound = std::make_shared<const BoundObject>(std::move(value));
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

// The default of a parameter: what it was where the function was defined.
std::optional<Object> Evaluator::EvalDefault(const FunctionInfo& function, const ast::Expr* expr) {
  steps_ = depth_ == 0 ? 0 : steps_;
  const Context context{function.outer, nullptr};
  if (As<ast::Constant>(expr) != nullptr || !AsksHost(function.outer)) {
    return EvalIn(expr, context);
  }
  host_run_ = host_run_ == nullptr ? index_->RunFor(kernel_) : host_run_;
  const auto& all = host_run_->outcome->defaults;
  const auto found = all.find({function.node(), function.outer->frame});
  if (found == all.end()) {
    // The run has not come there, or does not follow what makes the function.
    const std::optional<Object> text = EvalIn(expr, context);
    return text && !IsData(*text) ? text : std::nullopt;
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
      if (expr == nullptr) {
        return false;
      }
      value = EvalDefault(function, expr);
    }
    if (value) {
      BindFirst(scope.bindings[names[i]->arg], std::move(*value));
    }
  }
  if (parameters.vararg != nullptr) {
    const std::size_t taken = std::min(positional, arguments.positional.size());
    const auto rest = arguments.positional.begin() + static_cast<std::ptrdiff_t>(taken);
    used += arguments.positional.size() - taken;
    BindFirst(scope.bindings[parameters.vararg->arg],
              Object::Tuple(std::vector<Object>(rest, arguments.positional.end())));
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
  // What decorators of the host make of it is not followed.
  const bool is_plain =
      function.def == nullptr ||
      std::ranges::all_of(function.def->decorator_list, [](const ast::Expr* decorator) {
        return scopes::LastPart(decorator) == "staticmethod";
      });
  if (!is_plain || calls_ >= kMaxCalls || arena_->scopes.size() > kMaxCopies) {
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
  if (function.lambda != nullptr) {
    result = EvalIn(function.lambda->body, {&scope, nullptr});
  }
  // Of the returns that are reached or not, nobody knows.
  std::vector<std::optional<Object>> choices;
  for (const ReturnPlace& place : scope.returns) {
    const std::optional<bool> holds = Holds(place.guard, &scope);
    if (holds == std::optional(false) || (place.raises && !holds)) {
      continue;
    }
    if (place.raises) {
      break;
    }
    choices.push_back(place.value == nullptr ? Object()
                                             : EvalIn(place.value, {&scope, nullptr, place.order}));
    if (holds) {
      result = choices.size() == 1 ? choices.front() : CodeAmong(choices);
      break;
    }
  }
  --calls_;
  return result;
}

}  // namespace kernelc::constants
