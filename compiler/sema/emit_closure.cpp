#include "compiler/sema/emit_closure.h"

#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/scopes/scopes.h"
#include "compiler/sema/compile_function.h"
#include "compiler/sema/emit_device_call.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/versions.h"

namespace kernelc::sema {
namespace {

// Functions that hold functions that hold functions ...
constexpr unsigned kMaxClosureDepth = 32;

}  // namespace

Value MakeClosure(FunctionContext& fn, const ast::Node& node, const ast::Arguments& arguments) {
  const ast::Node* original =
      fn.learned.unrolled == nullptr ? &node : fn.learned.unrolled->Original(&node);
  const FunctionInfo* function = fn.evaluator().FunctionAt(original, fn.function.scope);
  if (function == nullptr) {
    return Value();
  }
  Value value = Value::Of(Object::Function(function));
  auto closure = std::make_shared<Closure>();
  std::set<std::string_view> free;
  scopes::CollectFreeNames(&node, &free);
  for (const std::string_view name : free) {
    if (std::find(fn.renaming.variables.begin(), fn.renaming.variables.end(), name) !=
        fn.renaming.variables.end()) {
      closure->names.push_back(name);
    }
  }
  const auto add_default = [&](const ast::Expr* expr) {
    if (expr == nullptr) {
      return;
    }
    const Value given = Emit(fn, expr);
    kir::InstId slot;
    if (given.kind == ValueKind::Runtime) {
      // The call may stand where this value does not reach.
      slot = fn.builder.Slot(given.type, "default");
      fn.builder.SlotStore(slot, given.inst);
    }
    closure->defaults.push_back(given);
    closure->default_slots.push_back(slot);
  };
  for (const ast::Expr* expr : arguments.defaults) {
    add_default(expr);
  }
  for (const ast::Expr* expr : arguments.kw_defaults) {
    add_default(expr);
  }
  if (!closure->names.empty() || !closure->defaults.empty()) {
    value.closure = std::move(closure);
  }
  return value;
}

Value ClosureDefault(FunctionContext& fn, const Value& callee, std::size_t index) {
  if (callee.closure == nullptr || index >= callee.closure->defaults.size()) {
    return Value();
  }
  const Closure& closure = *callee.closure;
  if (index >= closure.default_slots.size() || !closure.default_slots[index].has_value()) {
    return closure.defaults[index];
  }
  const Value& value = closure.defaults[index];
  return Value::Runtime(fn.builder.SlotLoad(closure.default_slots[index]), value.type, value.weak);
}

std::optional<Value> BoundClosure(FunctionContext& fn, const Value& function,
                                  const ast::Call& call) {
  if (function.closure == nullptr || function.closure->state == Closure::State::Bound) {
    return function;
  }
  auto closure = std::make_shared<Closure>();
  closure->state = Closure::State::Bound;
  closure->names = function.closure->names;
  if (function.closure->state == Closure::State::Self) {
    closure->names = fn.instance.captures;
    closure->values = fn.capture_values;
  } else {
    const Program::Nesting nesting(fn.program);
    const auto uses = fn.renaming.closure_uses.find(static_cast<const ast::Node&>(call).id);
    for (const std::string_view name : closure->names) {
      const scopes::Use* use = nullptr;
      if (uses != fn.renaming.closure_uses.end()) {
        const auto found = uses->second.find(name);
        use = found == uses->second.end() ? nullptr : &found->second;
      }
      Value value;
      if (use == nullptr) {
        fn.Report(call.range, diag::Kind::UndefinedVariable, name)
            .Help("the function reads it here: assign it before the call")
            .Emit();
        return std::nullopt;
      }
      value = ReadVersion(fn, *use, name, call.range);
      if (value.is_poison()) {
        return std::nullopt;
      }
      if (value.kind == ValueKind::Object && value.closure != nullptr) {
        if (value.object->function == function.object->function) {
          auto self = std::make_shared<Closure>();
          self->state = Closure::State::Self;
          value.closure = std::move(self);
        } else if (fn.program.is_exhausted() || ++fn.closure_depth > kMaxClosureDepth) {
          fn.closure_depth = 0;
          fn.Report(call.range, diag::Kind::CallDepth, value.object->function->name)
              .Help(
                  "functions inside a function may call themselves, but not each other in a circle")
              .Emit();
          return std::nullopt;
        } else {
          const std::optional<Value> inner = BoundClosure(fn, value, call);
          --fn.closure_depth;
          if (!inner) {
            return std::nullopt;
          }
          value = *inner;
        }
      }
      closure->values.push_back(std::move(value));
    }
  }
  for (std::size_t i = 0; i < function.closure->defaults.size(); ++i) {
    closure->defaults.push_back(ClosureDefault(fn, function, i));
  }
  Value bound = function;
  bound.closure = std::move(closure);
  return bound;
}

void ReportFunctionChoice(FunctionContext& fn, const Value& left, const Value& right,
                          SourceRange left_range, SourceRange right_range) {
  const std::string& first = left.object->function->name;
  const std::string& second = right.object->function->name;
  diag::Builder builder = fn.Report(right_range, diag::Kind::FunctionChoice, first, second);
  if (left_range.has_value()) {
    static_cast<void>(std::move(builder).Label(left_range, fmt::format("`{}` here", first)));
  }
  std::move(builder)
      .Label(right_range, fmt::format("`{}` here", second))
      .Help("call both in the branches: `y = f(x) if condition else g(x)`")
      .Emit();
}

bool BindClosures(FunctionContext& fn, const ast::Call& call, std::vector<Value>* values) {
  for (Value& value : *values) {
    if (value.kind == ValueKind::Tuple) {
      std::vector<Value> elements = *value.elements;
      if (!BindClosures(fn, call, &elements)) {
        return false;
      }
      value.elements = std::make_shared<const std::vector<Value>>(std::move(elements));
    } else if (value.is_object(ObjectKind::Function)) {
      std::optional<Value> bound = BoundClosure(fn, value, call);
      if (!bound) {
        return false;
      }
      value = std::move(*bound);
    }
  }
  return true;
}

void BindClosure(FunctionContext& fn, const Value& function, ParamBinding* binding,
                 std::vector<kir::InstId>* operands) {
  if (function.closure == nullptr) {
    return;
  }
  if (function.closure->state == Closure::State::Self) {
    binding->is_self = true;
    return;
  }
  // Constants stay constants: they may be sizes.
  const auto bind = [&](const Value& value) {
    return BindArgument(fn, value, /*literals=*/true, operands);
  };
  binding->captures = function.closure->names;
  for (const Value& value : function.closure->values) {
    binding->elements.push_back(bind(value));
  }
  for (const Value& value : function.closure->defaults) {
    binding->elements.push_back(bind(value));
  }
}

Value ClosureParameter(FunctionContext& fn, const ParamBinding& binding, std::string_view name,
                       SourceRange range) {
  Value value = Value::Of(binding.object);
  if (!binding.is_self && binding.elements.empty()) {
    return value;
  }
  auto closure = std::make_shared<Closure>();
  closure->state = binding.is_self ? Closure::State::Self : Closure::State::Bound;
  closure->names = binding.captures;
  for (std::size_t i = 0; i < binding.elements.size(); ++i) {
    Value part = ParameterValue(fn, binding.elements[i], fmt::format("{}_{}", name, i), range);
    (i < binding.captures.size() ? closure->values : closure->defaults).push_back(std::move(part));
  }
  value.closure = std::move(closure);
  return value;
}

}  // namespace kernelc::sema
