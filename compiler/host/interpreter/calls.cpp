// Calls.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/host/arrays/array.h"
#include "compiler/host/interpreter/branches.h"
#include "compiler/host/interpreter/generators.h"
#include "compiler/host/interpreter/numba_types.h"
#include "compiler/host/library/natives.h"
#include "compiler/host/take.h"

namespace kernelc::host {
namespace {

// Deeper, Python may or may not raise RecursionError.
constexpr int kMostDepth = 450;
// Recursion that nobody knows the end of stops here.
constexpr int kMostForks = 16;

// Gives parameters their values.
void BindParameters(Context& c, Object* function, Object* frame, const Arguments& arguments) {
  const FunctionInfo& info = function->As<FunctionInfo>();
  const ast::Arguments& params = *info.arguments;
  ValueList& items = frame->state.items;
  const auto fail_if = [&](bool does_not_fit) {
    if (does_not_fit && info.unit->is_library) {
      // The real one may take it.
      throw NotFollowed{Lose(c, "is called with arguments that are not followed").why};
    }
    RaiseIf(c, does_not_fit, "TypeError", "is called with other arguments than it has");
  };
  // Those by position have the first slots, then those by name alone.
  const auto place = [&](std::string_view name) -> Value& {
    return items[info.scope->slots.at(name)];
  };
  const std::size_t count = params.posonlyargs.size() + params.args.size();
  const std::size_t given = std::min(arguments.size(), count);
  std::copy_n(arguments.values.begin(), given, items.begin());
  if (params.vararg != nullptr) {
    const std::span<const Value> rest = arguments.values.subspan(given);
    place(params.vararg->arg) = c.heap.Tuple({rest.begin(), rest.end()});
  }
  Object* rest = params.kwarg != nullptr ? c.heap.NewDict() : nullptr;
  for (const Keyword& keyword : arguments.keywords) {
    const auto is_it = [&](const ast::Arg* arg) { return arg->arg == keyword.name; };
    if (std::any_of(params.args.begin(), params.args.end(), is_it) ||
        std::any_of(params.kwonlyargs.begin(), params.kwonlyargs.end(), is_it)) {
      fail_if(!place(keyword.name).is_undefined());
      place(keyword.name) = keyword.value;
    } else {
      fail_if(rest == nullptr);
      StoreKey(c, rest, c.heap.Str(keyword.name), keyword.value);
    }
  }
  if (rest != nullptr) {
    place(params.kwarg->arg) = Value::Of(rest);
  }
  fail_if(params.vararg == nullptr && arguments.size() > count);
  const std::size_t first_default = count - params.defaults.size();
  const ValueList& defaults = function->state.items;
  for (std::size_t i = given; i < count + params.kwonlyargs.size(); ++i) {
    if (items[i].is_undefined() && i >= first_default) {
      items[i] = function->state.top
                     ? Lose(c, "is a default that code that is not known may have changed")
                 : i - first_default < defaults.size() ? defaults[i - first_default]
                                                       : Value();
    }
    fail_if(items[i].is_undefined());
  }
}

// Who reads `value` may run code of the program by what it reaches: that escapes.
void EscapeRunning(Context& c, const Value& value, std::unordered_set<const Object*>& seen) {
  if (!value.is_object() || value.object->state.top || !seen.insert(value.object).second) {
    return;
  }
  const Object& object = *value.object;
  if (HasTrait(object.kind, kRuns) || object.cls != nullptr) {
    c.heap.Escape(value, c.where);
    return;
  }
  if (!HasTrait(object.kind, kHolds)) {
    return;
  }
  for (const Value& item : ValueList(object.state.items)) {
    EscapeRunning(c, item, seen);
  }
  if (object.state.table != nullptr) {
    for (const Entry& entry : Entries(object.state.table->entries())) {
      EscapeRunning(c, entry.key, seen);
      EscapeRunning(c, entry.value, seen);
    }
  }
}

// What a native function may do to its arguments where it cannot be followed.
Value LoseCall(Context& c, const NativeRow& row, const Arguments& arguments, const Why* why) {
  const bool reads = row.effect == Effect::Reads;
  const bool keeps = row.effect != Effect::Pure && !reads;
  std::unordered_set<const Object*> seen;
  const auto lose = [&](const Value& value, bool is_changed) {
    if (is_changed) {
      c.heap.Escape(value, c.where);
    } else {
      EscapeRunning(c, value, seen);
    }
  };
  // `overwrite_input`, which stands two places behind the operands at the least, lets NumPy write
  // to these as well.
  const bool overwrites =
      reads && (arguments.size() > row.operands + 2 ||
                std::ranges::any_of(arguments.keywords, [](const Keyword& keyword) {
                  return keyword.name.starts_with("overwrite_");
                }));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    lose(arguments.values[i], keeps || overwrites || (reads && i >= row.operands));
  }
  for (const Keyword& keyword : arguments.keywords) {
    lose(keyword.value, keeps || overwrites || (reads && keyword.name == "out"));
  }
  MayRaise(c);
  return Value::Unknown(why);
}

// Defines win over the variables of functions that make the kernel as well.
void GiveDefines(Context& c, const FunctionInfo& info, Object& frame) {
  if (c.target == nullptr || c.inputs.constants.empty() || info.unit->is_library) {
    return;
  }
  const auto [place, is_new] = c.holds_target.try_emplace(info.node, false);
  if (is_new) {
    place->second = info.node != c.target &&
                    ast::AnyOf(info.node, [&](const ast::Node* node) { return node == c.target; });
  }
  if (!place->second) {
    return;
  }
  for (const auto& [name, constant] : c.inputs.constants) {
    if (const auto* slot = info.scope->slots.find(name); slot != info.scope->slots.end()) {
      Value& value = frame.state.items[slot->second];
      value = FromConstant(c, *constant);
      value.flags |= kFixed;
    }
  }
}

// A function of stdlib/host does not follow a call of the program.
Value LoseFollowed(Context& c, Object* function, const Arguments& arguments, const Why* why) {
  const FunctionInfo& info = function->As<FunctionInfo>();
  if (info.only_reads) {
    NativeRow reading{};
    reading.effect = Effect::Reads;
    reading.operands = 2;
    return LoseCall(c, reading, arguments, why);
  }
  // The function itself stays what it is, unless it holds variables.
  CallUnknown(c, info.outer != nullptr ? Value::Of(function) : Value::None(), arguments);
  return Value::Unknown(why);
}

// Runs the body of a function whose parameters have their values.
Value RunFrame(Context& c, Object* frame, const FunctionInfo& info) {
  const InFrame inside(c, frame);
  const Restored where(c.where);
  const Restored depth(c.depth, c.depth + 1);
  const Region region(c);
  Completion completion = RunPath(c, [&]() -> Completion {
    if (const auto* lambda = ast::As<ast::Lambda>(info.node)) {
      return {Exit::Return, EvalOrLose(c, lambda->body)};
    }
    return ExecBlock(c, ast::As<ast::FunctionDef>(info.node)->body);
  });
  frame->is_dead = !frame->As<FrameInfo>().is_captured;
  completion = Settle(c, completion, Exit::Return);
  Rethrow(completion);
  return completion.exit == Exit::Return ? completion.value : Value::None();
}

}  // namespace

Value CallFunction(Context& c, Object* function, const Arguments& arguments) {
  const FunctionInfo& info = function->As<FunctionInfo>();
  if (info.scope->is_async || c.depth > kMostDepth || c.forks > kMostForks ||
      (function->state.attributes && IsReplaced(*function))) {
    return CallUnknown(c, Value::Of(function), arguments);
  }
  Object* frame = c.heap.New(Kind::Frame);
  FrameInfo& of_frame = frame->Attach<FrameInfo>();
  of_frame.scope = info.scope;
  of_frame.outer = info.outer;
  of_frame.module = info.module;
  of_frame.function = function;
  of_frame.class_cell = info.class_cell;
  of_frame.unit = info.unit;
  frame->state.items.resize(info.scope->slots.size());
  const auto run = [&]() -> Value {
    BindParameters(c, function, frame, arguments);
    GiveDefines(c, info, *frame);
    if (!info.scope->is_generator) {
      return RunFrame(c, frame, info);
    }
    frame->As<FrameInfo>().is_captured = true;
    GiveUpIf(c, info.node->kind == ast::NodeKind::Lambda, "is a generator that is not followed");
    return MakeGenerator(c, frame, ast::As<ast::FunctionDef>(info.node)->body);
  };
  if (!info.unit->is_library || c.frame->As<FrameInfo>().unit->is_library) {
    return run();
  }
  try {
    return run();
  } catch (const NotFollowed& not_followed) {
    return LoseFollowed(c, function, arguments, not_followed.why);
  }
}

static Value CallNative(Context& c, const NativeRow& row, const Arguments& arguments) {
  if (!row.file.empty()) {
    return Call(c, NativeValue(c, row), arguments);
  }
  if (c.compiled > 0) {
    CheckCompiledCallee(c, NativeValue(c, row));
  }
  if (row.effect != Effect::Handles) {
    const auto value = std::ranges::find_if(arguments.values, &Value::is_unknown);
    const auto keyword =
        std::ranges::find_if(arguments.keywords, &Value::is_unknown, &Keyword::value);
    if (value != arguments.values.end() || keyword != arguments.keywords.end()) {
      return LoseCall(c, row, arguments,
                      (value != arguments.values.end() ? *value : keyword->value).why);
    }
  }
  if (c.heap.size() > c.objects) {
    c.steps_left = std::min<std::int64_t>(c.steps_left, -1);
  }
  try {
    return row.body(c, {arguments.values, arguments.keywords, row.name()});
  } catch (const GivenUp& given_up) {
    return LoseCall(c, row, arguments, given_up.why);
  }
}

static Value TypeOfValue(Context& c, const Value& value) {
  if (value.is_unknown()) {
    return value;
  }
  if (value.is(Kind::Array) && (ViewOf(value).is_record || ViewOf(value).on_device)) {
    return Lose(c, "is a type that is not followed");
  }
  if (IsNumpy(value)) {
    const std::string path = value.is(Kind::Array) ? "numpy.ndarray"
                             : value.is(Kind::DType)
                                 ? "numpy.dtype"
                                 : fmt::format("numpy.{}", TypeName(value.As<ArrayScalar>().kind));
    const NativeRow* row = FindNative(path);
    return row != nullptr ? NativeValue(c, *row) : Lose(c, "is a type that is not followed");
  }
  return Value::Of(ClassOf(c, value));
}

static Value CallClass(Context& c, Object* cls, const Arguments& arguments) {
  if (cls->state.top) {
    return CallUnknown(c, Value::Of(cls), arguments);
  }
  if (c.compiled > 0) {
    CheckCompiledCallee(c, Value::Of(cls));
  }
  if (cls == BuiltinClass(c, "type") && arguments.values.size() == 1) {
    return TypeOfValue(c, arguments.values[0]);
  }
  if (Object* metaclass = cls->As<ClassInfo>().metaclass) {
    if (const Value call = FindOwn(c, metaclass, "__call__"); !call.is_undefined()) {
      return Call(c, Bind(c, call, Value::Of(cls), metaclass), arguments);
    }
  }
  try {
    return InstantiateClass(c, cls, arguments);
  } catch (const GivenUp& given_up) {
    CallUnknown(c, Value::Of(cls), arguments);
    return Value::Unknown(given_up.why);
  }
}

Value CallUnknown(Context& c, const Value& callee, const Arguments& arguments) {
  c.heap.Escape(callee, c.where);
  for (const Value& value : arguments.values) {
    c.heap.Escape(value, c.where);
  }
  for (const Keyword& keyword : arguments.keywords) {
    c.heap.Escape(keyword.value, c.where);
  }
  if (c.target != nullptr && !c.heap.escaped_kernels().empty()) {
    TakeEscapedOutcome(c);
  }
  MayRaise(c);
  const Value lost =
      callee.is_unknown() ? callee : Lose(c, "is given by a call that is not followed");
  return c.heap.Meaning(lost, CallMeant(c, c.heap.CodeOf(callee), arguments));
}

Value Call(Context& c, const Value& callee, const Arguments& arguments) {
  Step(c);
  if (!callee.is_object()) {
    if (callee.is_unknown()) {
      return CallUnknown(c, callee, arguments);
    }
    RaiseError(c, "TypeError", "is not callable");
  }
  Object* object = callee.object;
  if (object->kind == Kind::Function) {
    if (c.compiled > 0) {
      CheckCompiledCallee(c, callee);
    }
    return CallFunction(c, object, arguments);
  }
  if (object->kind == Kind::Native) {
    return CallNative(c, *object->As<NativeInfo>().row, arguments);
  }
  if (object->kind == Kind::Method) {
    ValueList values = {object->state.items[0]};
    values.insert(values.end(), arguments.values.begin(), arguments.values.end());
    return Call(c, object->state.items[1], Arguments{values, arguments.keywords});
  }
  if (object->kind == Kind::Class) {
    return CallClass(c, object, arguments);
  }
  if (object->kind == Kind::Kernel) {
    return CallKernel(c, object, arguments);
  }
  if (object->kind == Kind::StaticMethod) {
    return Call(c, object->state.items[0], arguments);
  }
  if (object->kind == Kind::External) {
    return CallExternal(c, object, arguments);
  }
  if (c.is_expression && object->kind == Kind::DType) {
    const Value made = Guarded(c, {}, [&] { return CallNumbaType(c, callee, arguments); });
    if (!made.is_undefined()) {
      return made;
    }
  }
  const Value call = FindInClass(c, ClassOf(c, callee), "__call__");
  RaiseIf(c, call.is_undefined(), "TypeError", "is not callable");
  if (call.is_unknown()) {
    return CallUnknown(c, callee, arguments);
  }
  return Call(c, Bind(c, call, callee, ClassOf(c, callee)), arguments);
}

Value Call(Context& c, const Value& callee, std::initializer_list<Value> values) {
  return Call(c, callee, Arguments{{values.begin(), values.size()}, {}});
}

// Calls what a class has for a method of `object`; undefined where that is.
static Value CallFound(Context& c, const Value& object, const Value& method,
                       std::initializer_list<Value> values) {
  if (method.is_undefined()) {
    return method;
  }
  if (method.is_unknown()) {
    c.heap.Escape(object, c.where);
  }
  return Call(c, Bind(c, method, object, ClassOf(c, object)), values);
}

Value CallSpecial(Context& c, const Value& object, std::string_view name,
                  std::initializer_list<Value> values) {
  return object.is_unknown()
             ? Call(c, object, values)
             : CallFound(c, object, FindInClass(c, ClassOf(c, object), name), values);
}

Value CallOwn(Context& c, const Value& object, std::string_view name,
              std::initializer_list<Value> values) {
  return object.is_object() ? CallFound(c, object, FindOwn(c, ClassOf(c, object), name), values)
                            : Value();
}

}  // namespace kernelc::host
