#include "compiler/sema/emit_device_call.h"

#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_closure.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_signature.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

using ast::As;

namespace {

// The values of a function's parameters: those by position, the rest of them as a tuple, those by
// keyword.
struct BoundParameters {
  const ast::Arguments& parameters;
  // By position.
  std::vector<const ast::Arg*> names;
  // How many the parameter that takes the rest counts for.
  std::size_t rest = 0;
  std::vector<bool> given;
  std::vector<Value>* values;

  BoundParameters(const ast::Arguments& all, std::vector<Value>* into)
      : parameters(all), rest(all.vararg != nullptr ? 1 : 0), values(into) {
    names.assign(all.posonlyargs.begin(), all.posonlyargs.end());
    names.insert(names.end(), all.args.begin(), all.args.end());
    given.assign(names.size() + rest + all.kwonlyargs.size(), false);
    values->assign(given.size(), Value());
  }

  void Give(std::size_t index, const Value& value) {
    (*values)[index] = value;
    given[index] = true;
  }
  std::size_t keyword_only(std::size_t index) const { return names.size() + rest + index; }
  // The parameter of this name; given.size() where there is none.
  std::size_t Find(std::string_view name) const {
    std::size_t index = given.size();
    for (std::size_t i = 0; i < names.size(); ++i) {
      index = names[i]->arg == name ? i : index;
    }
    for (std::size_t i = 0; i < parameters.kwonlyargs.size(); ++i) {
      index = parameters.kwonlyargs[i]->arg == name ? keyword_only(i) : index;
    }
    return index;
  }
};

void BindPositional(const Arguments& positional, BoundParameters* bound) {
  const std::size_t named = bound->names.size();
  for (std::size_t i = 0; i < std::min(named, positional.size()); ++i) {
    bound->Give(i, positional[i].value);
  }
  if (bound->rest != 0) {
    std::vector<Value> remaining;
    for (std::size_t i = named; i < positional.size(); ++i) {
      remaining.push_back(positional[i].value);
    }
    bound->Give(named, Value::Tuple(std::move(remaining)));
  }
}

// False where one has no value or no parameter.
bool BindKeywords(FunctionContext& fn, const ast::Call& call, const FunctionInfo& function,
                  BoundParameters* bound) {
  bool valid = true;
  for (const ast::Keyword* keyword : call.keywords) {
    const std::size_t index = bound->Find(keyword->arg);
    const Value value = EmitMaybeNone(fn, keyword->value);
    valid = valid && !value.is_poison();
    if (index == bound->given.size() || bound->given[index] || keyword->arg.empty()) {
      fn.Report(keyword->range, diag::Kind::UnknownKeyword, function.name, keyword->arg)
          .Label(function.name_range, "defined here")
          .Emit();
      valid = false;
      continue;
    }
    bound->Give(index, value);
  }
  return valid;
}

// False where a default that the call needs is not known.
bool BindDefaults(FunctionContext& fn, const Value& callee, SourceRange call,
                  BoundParameters* bound) {
  const FunctionInfo& function = *callee.object->function;
  const ast::Arguments& parameters = bound->parameters;
  std::size_t defaults = 0;
  bool valid = true;
  const auto use_default = [&](std::size_t index, const ast::Expr* expr) {
    const Value from_here = ClosureDefault(fn, callee, defaults);
    defaults += expr == nullptr ? 0 : 1;
    if (!bound->given[index] && !from_here.is_poison()) {
      bound->Give(index, from_here);
      return;
    }
    const std::optional<Object> object =
        expr == nullptr ? std::nullopt : fn.evaluator().EvalDefault(function, expr);
    if (!bound->given[index] && object) {
      bound->Give(index, FromObject(fn, *object));
    } else if (!bound->given[index] && expr != nullptr) {
      fn.Report(call, diag::Kind::NotConstant, function.file->sources().text(expr->range))
          .Label(expr->range, "a default")
          .Help("pass the argument")
          .Emit();
      valid = false;
    }
  };
  const std::size_t named = bound->names.size();
  const std::size_t first_default = named - std::min(named, parameters.defaults.size());
  for (std::size_t i = first_default; i < named; ++i) {
    use_default(i, parameters.defaults[i - first_default]);
  }
  for (std::size_t i = 0; i < parameters.kwonlyargs.size(); ++i) {
    use_default(bound->keyword_only(i), parameters.kw_defaults[i]);
  }
  return valid;
}

bool BindDeviceArguments(FunctionContext& fn, const ast::Call& call, const Value& callee,
                         std::vector<Value>* values) {
  const FunctionInfo& function = *callee.object->function;
  Arguments positional;
  bool valid = CollectArguments(fn, call, function.name, &positional, /*maybe_none=*/true);
  BoundParameters bound(function.arguments(), values);
  BindPositional(positional, &bound);
  valid = BindKeywords(fn, call, function, &bound) && valid;
  valid = BindDefaults(fn, callee, call.range, &bound) && valid;
  const std::size_t named = bound.names.size();
  const bool complete = std::ranges::all_of(bound.given, [](bool value) { return value; });
  const bool too_many = bound.rest == 0 && positional.size() > named;
  if (valid && (!complete || too_many)) {
    fn.Report(call.range, diag::Kind::CallArity, function.name,
              fmt::format("{} argument{}", named, named == 1 ? "" : "s"),
              positional.size() + call.keywords.size())
        .Label(function.name_range, "defined here")
        .Emit();
    return false;
  }
  return valid;
}

Instance* InstantiateFor(FunctionContext& fn, const Value& callee, const std::vector<Value>& values,
                         bool literals, std::vector<kir::InstId>* operands,
                         TypeId declared_result) {
  std::vector<ParamBinding> bindings;
  for (const Value& value : values) {
    bindings.push_back(BindArgument(fn, value, literals, operands));
  }
  ParamBinding closure;
  BindClosure(fn, callee, &closure, operands);
  bindings.insert(bindings.end(), closure.elements.begin(), closure.elements.end());
  return fn.program.Instantiate(*callee.object->function, std::move(bindings),
                                fn.is_library() ? fn.instance.use : SourceRange(),
                                std::move(closure.captures), declared_result);
}

// What a call of a function gives that is not compiled to its end: its result as far as it is
// known. Null where the function is done.
std::optional<Value> CallUnfinished(FunctionContext& fn, Instance& callee,
                                    std::span<const kir::InstId> operands) {
  if (callee.state != InstanceState::InProgress && callee.state != InstanceState::Waiting) {
    return std::nullopt;
  }
  if (callee.state == InstanceState::Waiting) {
    fn.instance.waits_for = std::min(fn.instance.waits_for, callee.waits_for);
  } else if (!fn.program.is_current(callee)) {
    fn.instance.waits_for = std::min(fn.instance.waits_for, callee.depth);
    callee.heads_circle = true;
  }
  if (callee.state == InstanceState::Waiting && callee.has_error) {
    fn.has_error = true;
    return Value();
  }
  if (!callee.result.has_value()) {
    callee.result_awaited = true;
    return Value::Pending();
  }
  return CallInstance(fn, callee, operands);
}

}  // namespace

// What the callee knows of an argument; what it needs at run time joins `operands`.
ParamBinding BindArgument(FunctionContext& fn, const Value& value, bool literals,
                          std::vector<kir::InstId>* operands) {
  ParamBinding binding;
  binding.kind = value.kind;
  switch (value.kind) {
    case ValueKind::Poison:
      break;
    case ValueKind::Number:
      if (literals) {
        binding.kind = ValueKind::Object;
        binding.object = value.typed ? Object::OfTyped(value.number, types::scalar_kind(value.type))
                                     : Object::Of(value.number);
        break;
      }
      [[fallthrough]];
    case ValueKind::Runtime:
      binding.kind = ValueKind::Runtime;
      binding.type = value.type;
      binding.weak = value.weak;
      operands->push_back(Materialize(fn, value));
      break;
    case ValueKind::Object:
      binding.object = *value.object;
      BindClosure(fn, value, &binding, operands);
      break;
    case ValueKind::Tuple:
      binding.fields = value.fields;
      binding.object = value.object != nullptr ? *value.object : Object();
      for (const Value& element : *value.elements) {
        binding.elements.push_back(BindArgument(fn, element, literals, operands));
      }
      break;
  }
  return binding;
}

namespace {

// What is called with `values`, which become `operands`; null where calls are nested too deeply.
Instance* InstantiateCallee(FunctionContext& fn, const Value& bound, const std::vector<Value>& values,
                            std::vector<kir::InstId>& operands, TypeId declared) {
  Instance* callee = InstantiateFor(fn, bound, values, /*literals=*/false, &operands, declared);
  const auto is_literal = [](const Value& value) {
    return value.is_number() || value.kind == ValueKind::Tuple;
  };
  const bool has_literals = std::ranges::any_of(values, is_literal);
  if (callee != nullptr && callee->state == InstanceState::Failed && has_literals &&
      !callee->too_deep) {
    // As Numba does: what cannot be compiled for an int64 may be for the literal 32, such as the
    // shape of an array.
    operands.clear();
    Instance* literal = InstantiateFor(fn, bound, values, /*literals=*/true, &operands, declared);
    if (literal != nullptr && literal->state != InstanceState::Failed) {
      callee = literal;
    }
  }
  return callee;
}

}  // namespace

Value EmitDeviceCall(FunctionContext& fn, const ast::Call& call, const Value& callee_value) {
  const FunctionInfo& function = *callee_value.object->function;
  if (function.arguments().kwarg != nullptr) {
    fn.Report(call.range, diag::Kind::UnsupportedKwargs, function.name)
        .Label(function.name_range, "defined here")
        .Help("name the parameters")
        .Emit();
    return Value();
  }
  std::vector<Value> values;
  if (!BindDeviceArguments(fn, call, callee_value, &values)) {
    return Value();
  }
  std::optional<Value> bound = BoundClosure(fn, callee_value, call);
  if (bound && bound->closure != nullptr) {
    // Defaults are arguments by now.
    auto captured = std::make_shared<Closure>(*bound->closure);
    captured->defaults.clear();
    bound->closure = std::move(captured);
  }
  if (!bound || !BindClosures(fn, call, &values)) {
    return Value::Pending();
  }
  TypeId declared;
  if (!FitSignature(fn, call, function, &values, &declared)) {
    return Value();
  }
  std::vector<kir::InstId> operands;
  Instance* callee = InstantiateCallee(fn, *bound, values, operands, declared);
  if (callee == nullptr) {
    fn.instance.too_deep = true;
    fn.Report(call.range, diag::Kind::CallDepth, function.name)
        .Help("recursion needs arguments of the same types at every level")
        .Emit();
    return Value();
  }
  if (callee != &fn.instance && !callee->first_call.has_value()) {
    callee->first_call = fn.is_library() ? fn.instance.use : call.range;
  }
  NoteCallee(fn, callee);
  if (callee->state == InstanceState::Failed) {
    fn.has_error = true;
    fn.instance.too_deep = fn.instance.too_deep || callee->too_deep;
    return Value();
  }
  if (const std::optional<Value> unfinished = CallUnfinished(fn, *callee, operands)) {
    return *unfinished;
  }
  return CallInstance(fn, *callee, operands);
}

Value CallInstance(FunctionContext& fn, const Instance& callee,
                   std::span<const kir::InstId> operands) {
  const kir::InstId inst = fn.builder.Call(callee.id, callee.result, operands);
  return callee.result == types::kVoid ? Value::Of(Object())
                                       : Value::Runtime(inst, callee.result, callee.result_weak);
}

void NoteCallee(FunctionContext& fn, Instance* callee) {
  if (std::ranges::find(fn.instance.callees, callee) == fn.instance.callees.end()) {
    fn.instance.callees.push_back(callee);
  }
}

}  // namespace kernelc::sema
