// Calls of functions of the program while compiling: factories of kernels, helpers that compute constants.
//
// A call copies the scopes of the function, with its parameters bound to the arguments, and evaluates the `return`
// that is reached. Functions that it returns are copies whose free variables are those of the call.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::constants {
namespace {

using ast::As;

// Calls inside calls.
constexpr unsigned kMaxCalls = 40;

// Whether a default may have another value in each turn of a loop: where it names something that a loop binds.
bool VariesInLoop(const FunctionInfo& function, const ast::Expr* expr) {
  bool varies = false;
  scopes::ForEachName(expr, [&](const ast::Name& name) {
    const Scope* owner = nullptr;
    for (const Binding* binding = index::FindBinding(function.outer, name.id, &owner); binding != nullptr;
         binding = binding->previous) {
      varies = varies || binding->kind == BindingKind::Opaque || IsInLoop(*binding);
    }
  });
  return varies;
}

// Decorators that leave a function as it is, as far as its results are concerned.
bool IsTransparent(std::string_view path) {
  static constexpr std::string_view kPaths[] = {"staticmethod",
                                                "classmethod",
                                                "property",
                                                "numba.njit",
                                                "numba.jit",
                                                ".functools.cache",
                                                ".functools.lru_cache",
                                                ".functools.wraps",
                                                ".functools.cached_property",
                                                ".abc.abstractmethod",
                                                ".typing.no_type_check",
                                                ".typing.overload",
                                                ".typing.final"};
  return std::ranges::find(kPaths, path) != std::end(kPaths);
}

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
  if (VariesInLoop(function, expr)) {
    return std::nullopt;
  }
  steps_ = depth_ == 0 ? 0 : steps_;
  return EvalIn(expr, {function.outer, nullptr, function.order});
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

// Calls what the decorators of a function make of it; a method with its object.
std::optional<Object> Evaluator::CallHostFunction(const Object& callee,
                                                  const Arguments& arguments) {
  if (callee.function->is_kernel) {
    return std::nullopt;
  }
  Arguments all = arguments;
  // functools.partial: of the call that was made first.
  all.positional.insert(all.positional.begin(), callee.elements.begin(), callee.elements.end());
  for (std::size_t i = 0; i < callee.names.size(); ++i) {
    if (std::ranges::find(all.keywords, callee.names[i], &Keyword::name) == all.keywords.end()) {
      keyword_names_.push_back(callee.names[i]);
      all.keywords.push_back({keyword_names_.back(), callee.keyword_values[i]});
    }
  }
  if (!callee.is_raw) {
    const std::optional<Object> made = Decorated(*callee.function);
    if (!made) {
      return std::nullopt;
    }
    if (!made->is_raw || made->function != callee.function) {
      return CallObject(*made, all);
    }
  }
  return CallFunction(*callee.function, all);
}

// functools.partial(function, 1, n=2)
std::optional<Object> Evaluator::MakePartial(const Arguments& arguments) {
  Object partial = arguments.positional.front();
  if (partial.kind != ObjectKind::Function || partial.function->is_kernel) {
    return std::nullopt;
  }
  std::vector<Object>& given = partial.elements.Own();
  given.insert(given.end(), arguments.positional.begin() + 1, arguments.positional.end());
  for (const Keyword& keyword : arguments.keywords) {
    const auto known = std::ranges::find(partial.names, keyword.name);
    if (known != partial.names.end()) {
      partial.keyword_values[static_cast<std::size_t>(known - partial.names.begin())] = keyword.value;
    } else {
      partial.names.emplace_back(keyword.name);
      partial.keyword_values.push_back(keyword.value);
    }
  }
  return partial;
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
      result = choices.size() == 1 ? choices.front() : KernelBesideFunctions(choices);
      break;
    }
  }
  --calls_;
  return result;
}

std::optional<Object> Evaluator::CallObject(const Object& callee, const Arguments& arguments) {
  switch (callee.kind) {
    case ObjectKind::Type:
      return arguments.keywords.empty() ? EvalTypeCall(callee, arguments.positional)
                                        : std::nullopt;
    case ObjectKind::External: {
      if (callee.text == ".functools.partial" && !arguments.positional.empty()) {
        return MakePartial(arguments);
      }
      return EvalExternalCall(callee, arguments);
    }
    case ObjectKind::Class:
      return CallClass(*callee.class_scope, arguments);
    case ObjectKind::NamedTupleType:
      return MakeNamedTuple(callee, arguments);
    case ObjectKind::Instance:
      return CallSpecial(callee, "__call__", arguments.positional);
    case ObjectKind::Function:
      return CallHostFunction(callee, arguments);
    case ObjectKind::None:
    case ObjectKind::Ellipsis:
    case ObjectKind::Number:
    case ObjectKind::Str:
    case ObjectKind::Tuple:
    case ObjectKind::Dict:
    case ObjectKind::Array:
    case ObjectKind::Signature:
    case ObjectKind::Module:
    case ObjectKind::EnumMember:
    case ObjectKind::Decorator:
      return std::nullopt;
  }
  return std::nullopt;
}

// What the decorators of the host make of a function; null where one of them is not followed.
std::optional<Object> Evaluator::Decorated(const FunctionInfo& function) {
  Object object = Object::Function(&function);
  object.is_raw = true;
  if (function.def == nullptr || function.def->decorator_list.empty() || function.is_kernel ||
      function.options.device) {
    return object;
  }
  const auto [place, inserted] = decorated_.try_emplace(&function);
  if (!inserted) {
    return place->second;
  }
  std::optional<Object> value = object;
  const ast::NodeList<ast::Expr> decorators = function.def->decorator_list;
  for (std::size_t i = decorators.size(); value && i-- > 0;) {
    if (scopes::IsKernelDecoratorText(decorators[i])) {
      continue;
    }
    const auto* call = As<ast::Call>(decorators[i]);
    const auto* word = As<ast::Name>(decorators[i]);
    const Scope* owner = nullptr;
    if (word != nullptr &&
        (word->id == "staticmethod" || word->id == "classmethod" || word->id == "property") &&
        index::FindBinding(function.outer, word->id, &owner) == nullptr) {
      continue;
    }
    const std::optional<Object> maker =
        EvalIn(call != nullptr ? call->func : decorators[i], {function.outer, nullptr});
    if (maker && maker->kind == ObjectKind::External && IsTransparent(maker->text)) {
      continue;
    }
    const std::optional<Object> decorator =
        call == nullptr ? maker : EvalIn(call, {function.outer, nullptr});
    const bool is_own = decorator && (decorator->kind == ObjectKind::Function ||
                                      decorator->kind == ObjectKind::Instance);
    value = is_own ? CallObject(*decorator, {{*value}, {}}) : std::nullopt;
  }
  return decorated_[&function] = value;
}

}  // namespace kernelc::constants
