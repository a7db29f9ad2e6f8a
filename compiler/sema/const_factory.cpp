// Calls of functions of the program while compiling: factories of kernels, helpers that compute constants.
//
// A call copies the scopes of the function, with its parameters bound to the arguments, and evaluates the `return`
// that is reached. Functions that it returns are copies whose free variables are those of the call.
#include <algorithm>

#include "compiler/sema/const_eval.h"
#include "compiler/sema/host_effects.h"

namespace kernelc::sema {
namespace {

using ast::As;

// Calls inside calls.
constexpr unsigned kMaxCalls = 40;
// Functions and scopes that all calls together make.
constexpr std::size_t kMaxCopies = 20000;

// Whether a default may have another value in each turn of a loop: where it names something that a loop binds.
bool VariesInLoop(const FunctionInfo& function, const ast::Expr* expr) {
  bool varies = false;
  ForEachName(expr, [&](const ast::Name& name) {
    const Scope* owner = nullptr;
    for (const Binding* binding = FindBinding(function.outer, name.id, &owner); binding != nullptr;
         binding = binding->previous) {
      varies = varies || binding->kind == BindingKind::Opaque || IsInLoop(*binding);
    }
  });
  return varies;
}

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

// The default of a parameter: what it was where the function was defined.
std::optional<Object> Evaluator::EvalDefault(const FunctionInfo& function, const ast::Expr* expr) {
  if (VariesInLoop(function, expr)) {
    return std::nullopt;
  }
  steps_ = depth_ == 0 ? 0 : steps_;
  const Moment moment = MomentIn(*function.outer, function.order);
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
  const bool gathers = parameters.vararg != nullptr || parameters.kwarg != nullptr;
  if (gathers && !(arguments.unknown_places.empty() && arguments.unknown_names.empty())) {
    return false;
  }
  std::size_t used = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Object* given = arguments.Find(i < positional ? i : arguments.positional.size(),
                                         names[i]->arg);
    used += given != nullptr ? 1 : 0;
    std::optional<Object> value;
    if (given != nullptr) {
      value = arguments.is_known(i, names[i]->arg) ? std::optional(*given) : std::nullopt;
    } else {
      const std::size_t first_default = positional - parameters.defaults.size();
      const ast::Expr* expr = i >= positional      ? parameters.kw_defaults[i - positional]
                              : i >= first_default ? parameters.defaults[i - first_default]
                                                   : nullptr;
      if (expr == nullptr) {
        return false;
      }
      value = EvalDefault(function, expr);
      // All calls share it.
      if (value && IsMutable(*value) && scope.bindings[names[i]->arg].contents_changed) {
        value.reset();
      }
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

// Whether something in the function changes what its variables say in the text, so that its statements are followed.
bool Evaluator::NeedsRun(const FunctionInfo& function) {
  const auto [place, inserted] = needs_run_.try_emplace(function.def);
  if (!inserted) {
    return place->second;
  }
  bool needs = !function.scope->outer_names.empty() ||
               (function.def != nullptr && std::ranges::any_of(function.def->body, [](const ast::Stmt* stmt) {
                 return As<ast::Try>(stmt) != nullptr;
               }));
  // Names of the file that have several values are read when it is called.
  const Scope& module = function.file->module_scope();
  for (const std::string_view name : MentionsOf(*function.file).Of(function.def).names) {
    const auto found = module.bindings.find(name);
    needs = needs || (found != module.bindings.end() &&
                      (found->second.kind == BindingKind::Assign ||
                       found->second.kind == BindingKind::Opaque) &&
                      (found->second.previous != nullptr || found->second.rebound ||
                       found->second.contents_changed));
  }
  for (const auto& [name, last] : function.scope->bindings) {
    for (const Binding* each = &last; each != nullptr; each = each->previous) {
      const bool is_decorated =
          each->kind == BindingKind::Function && !each->function->def->decorator_list.empty() &&
          std::ranges::none_of(each->function->def->decorator_list, IsKernelDecoratorText);
      needs = needs || each->rebound || each->contents_changed || is_decorated;
    }
  }
  return place->second = needs;
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
  partial.elements.insert(partial.elements.end(), arguments.positional.begin() + 1,
                          arguments.positional.end());
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
  const auto is_lazy = [](const Object& object) { return object.flavor == Flavor::Lazy; };
  if (calls_ >= kMaxCalls || arena_->scopes.size() > kMaxCopies ||
      std::ranges::any_of(arguments.positional, is_lazy)) {
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
  bool must_choose = false;
  if (function.def != nullptr && (running_ > 0 || NeedsRun(function))) {
    result = RunFunction(function, scope, &raises);
    const bool takes_function =
        std::ranges::any_of(arguments.positional, [](const Object& argument) {
          return argument.kind == ObjectKind::Function;
        });
    if (result || raises || running_ > 0 || !takes_function) {
      --calls_;
      return raises ? std::nullopt : result;
    }
    // Where a condition is not known, some returns may still be known to be kernels.
    must_choose = true;
  }
  if (function.lambda != nullptr) {
    result = EvalIn(function.lambda->body, {&scope, nullptr});
  }
  // Of the returns that are reached or not, nobody knows.
  std::vector<std::optional<Object>> choices;
  for (const ReturnPlace& place : scope.returns) {
    const std::optional<bool> holds = Holds(place.guard, &scope);
    // Nothing is taken to be raised that is not seen to be.
    if (holds == std::optional(false) || (place.raises && !holds)) {
      may_raise = may_raise || !holds;
      continue;
    }
    if (place.raises) {
      raises = choices.empty();
      break;
    }
    choices.push_back(place.value == nullptr ? Object()
                                             : EvalIn(place.value, {&scope, nullptr, place.order}));
    if (holds) {
      result = choices.size() == 1 && !must_choose ? choices.front()
               : choices.size() > 1                ? KernelBesideFunctions(choices)
                                                   : std::nullopt;
      break;
    }
  }
  if (((!result && !raises) || may_raise) && !must_choose) {
    std::optional<Object> followed = RunFunction(function, scope, &raises);
    result = followed ? std::move(followed) : std::move(result);
  }
  if (raises) {
    result = std::nullopt;
  }
  --calls_;
  return result;
}

std::optional<Object> Evaluator::EvalPartlyKnown(std::string_view name, const ast::Call& call,
                                                 const Scope* scope) {
  const auto found = scope->bindings.find(name);
  const Binding* binding = found == scope->bindings.end() ? nullptr : &found->second;
  while (binding != nullptr && binding->value != &call) {
    binding = binding->previous;
  }
  if (binding == nullptr || binding->rebound || IsInLoop(*binding) ||
      IsWild(*scope->file) ||
      (scope->file->effects().any && ReadsChanged(&call, *scope))) {
    return std::nullopt;
  }
  steps_ = 0;
  const Moment moment(*this, binding->order, now_file_);
  const std::optional<Object> value = CallPartlyKnown(call, {scope, nullptr, binding->order});
  const auto is_kernel = [](const Object& object) {
    return object.kind == ObjectKind::Function &&
           (object.options != nullptr || object.function->is_kernel);
  };
  const bool makes_kernels =
      value && (is_kernel(*value) || (value->kind == ObjectKind::Tuple && !value->is_list &&
                                      std::ranges::all_of(value->elements, is_kernel)));
  return makes_kernels ? value : std::nullopt;
}

// A call of a function of the program whose parameters have no value where the arguments have none.
std::optional<Object> Evaluator::CallPartlyKnown(const ast::Call& call, const Context& context) {
  const std::optional<Object> known = EvalIn(call.func, context);
  if (!known || known->kind != ObjectKind::Function || known->options != nullptr ||
      known->function->is_kernel || known->function->def == nullptr || !known->names.empty()) {
    return std::nullopt;
  }
  const Object& callee = *known;
  const std::optional<Object> made =
      callee.is_raw ? std::optional(callee) : Decorated(*callee.function);
  std::optional<Arguments> arguments = made && made->is_raw && made->function == callee.function
                                           ? EvalArguments(call, context, true)
                                           : std::nullopt;
  if (!arguments) {
    return std::nullopt;
  }
  arguments->positional.insert(arguments->positional.begin(), callee.elements.begin(),
                               callee.elements.end());
  std::set<std::size_t> places;
  for (const std::size_t place : arguments->unknown_places) {
    places.insert(place + callee.elements.size());
  }
  arguments->unknown_places = std::move(places);
  return CallFunction(*callee.function, *arguments);
}

}  // namespace kernelc::sema
