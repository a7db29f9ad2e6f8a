// Calls of functions that Numba compiles for the host: njit, jit, guvectorize. They are followed as
// the Python functions that they are, where Numba's types make no difference; what may differ is
// unknown.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/host/arrays/array.h"
#include "compiler/host/library/natives.h"
#include "compiler/host/objects/integer.h"

namespace kernelc::host {
namespace {

using abi::ScalarKind;

// Functions of NumPy that are the same there. Sums are not: Numba adds one after the other.
constexpr std::string_view kSameNumpy[] = {
    "abs",        "absolute", "arange",  "bool_",   "ceil",  "complex128", "empty",
    "empty_like", "float32",  "float64", "floor",   "full",  "int16",      "int32",
    "int64",      "int8",     "maximum", "minimum", "ones",  "ones_like",  "sqrt",
    "uint16",     "uint32",   "uint64",  "uint8",   "zeros", "zeros_like"};

// Types in which NumPy and Numba compute alike.
bool IsSameType(ScalarKind kind) {
  return kind == ScalarKind::Int64 || kind == ScalarKind::Float64 || kind == ScalarKind::Complex128;
}

void CheckOperand(Context& c, const Value& value) {
  const bool is_other = value.is(Kind::Scalar)  ? !IsSameType(value.As<ArrayScalar>().kind)
                        : value.is(Kind::Array) ? !IsSameType(ViewOf(value).type.kind)
                                                : false;
  GiveUpIf(c, is_other, "is computed in a type of Numba's choice");
}

bool IsZero(Context& c, const Value& value) {
  if (value.is(Kind::Array)) {
    const std::vector<Number> numbers = Numbers(c, value);
    return std::ranges::any_of(numbers, [](const Number& number) { return !number.truth(); });
  }
  const std::optional<Number> number = NumberOf(c, value);
  return number && !number->truth();
}

bool IsNegativeWhole(Context& c, const Value& value) {
  const std::optional<Number> number = value.is(Kind::Array) ? std::nullopt : NumberOf(c, value);
  return value.is(Kind::Array) || (number && number->is_integral() && number->integer < 0);
}

// ValueList whose contents may change under the same name: Numba took them when it compiled.
bool IsChangeable(const Value& value) {
  return value.is(Kind::Array, Kind::List, Kind::Dict, Kind::Set, Kind::ByteArray, Kind::Instance,
                  Kind::Class) ||
         (value.is(Kind::Module) && !value.As<ModuleInfo>().is_library);
}

// What an attribute of the kernel holds: the outer names as they were at the first call.
constexpr std::string_view kFrozen = "*frozen";

// Whether the outer names that the function reads still have the values that Numba compiled in.
bool HasFrozenNames(Context& c, Object* kernel, const FunctionInfo& info) {
  ValueList values;
  bool is_changeable = false;
  for (const std::string_view name : info.unit->walks->NamesOf(info.node).sorted_reads) {
    const Value outer =
        info.scope->slots.contains(name) ? Value() : OwnAttribute(*info.module, name);
    const Value value = outer.is_undefined() ? Value::None() : outer.Plain();
    is_changeable = is_changeable || IsChangeable(value);
    values.push_back(value);
  }
  const Value frozen = OwnAttribute(*kernel, kFrozen);
  if (frozen.is_undefined()) {
    StoreName(c, kernel, kFrozen, c.heap.Tuple(std::move(values)));
    return true;
  }
  return !is_changeable && frozen.is(Kind::Tuple) &&
         std::ranges::equal(frozen.items(), values, [](const Value& a, const Value& b) {
           return !a.is_unknown() && !b.is_unknown() && IsSame(a, b);
         });
}

bool IsFollowedArgument(const Value& value) {
  if (value.is(Kind::Tuple)) {
    return value.object->cls == nullptr && std::ranges::all_of(value.items(), IsFollowedArgument);
  }
  return !value.is_object() ||
         value.is(Kind::Array, Kind::Scalar, Kind::Str, Kind::Complex, Kind::Kernel);
}

// "float64[:,:]": what guvectorize must have been told, so that arrays are given as they are.
std::string SignatureText(const Value& array) {
  const ArrayView& view = ViewOf(array);
  return fmt::format("{}[{}]", TypeName(view.type.kind),
                     fmt::join(std::vector<std::string_view>(view.shape.size(), ":"), ","));
}

// A call of a function of guvectorize with arrays of no more axes than it is told of.
bool IsSingleCall(const KernelInfo& info, const Arguments& a) {
  std::string signature;
  std::string layout;
  for (const Value& value : a.values) {
    if (!value.is(Kind::Array) || ViewOf(value).shape.empty() || ViewOf(value).type.record) {
      return false;
    }
    signature += (signature.empty() ? "" : ",") + SignatureText(value);
    layout += "(" + std::string(ViewOf(value).shape.size() - 1, ',') + ")";
  }
  std::string given;
  int depth = 0;
  for (const char each : info.layout) {
    depth += each == '(' ? 1 : each == ')' ? -1 : 0;
    given += each == '(' || each == ')' || (each == ',' && depth > 0) ? std::string(1, each)
                                                                      : std::string();
  }
  return info.signature == "void(" + signature + ")" && given == layout;
}

// Whether the node itself may make a float of integers.
bool MakesFloats(const ast::Node* node) {
  constexpr std::string_view kWholeCalls[] = {"abs", "int", "len", "max", "min", "range"};
  if (const auto* constant = ast::As<ast::Constant>(node)) {
    return constant->value.kind == ast::ConstantKind::Float ||
           constant->value.kind == ast::ConstantKind::Imaginary;
  }
  if (const auto* call = ast::As<ast::Call>(node)) {
    const auto* name = ast::As<ast::Name>(call->func);
    return name == nullptr || !llvm::is_contained(kWholeCalls, name->id);
  }
  const auto* binary = ast::As<ast::BinOp>(node);
  const auto* in_place = ast::As<ast::AugAssign>(node);
  return (binary != nullptr && binary->op == ast::BinaryOperator::Div) ||
         (in_place != nullptr && in_place->op == ast::BinaryOperator::Div);
}

bool IsWholeValue(const Value& value) {
  return value.is_small_int() ||
         (value.is(Kind::Scalar) && value.As<ArrayScalar>().number.is_integral()) ||
         (value.is(Kind::Array) && IsIntegerKind(ViewOf(value).type.kind));
}

// What Numba gives back: numbers of Python, and arrays.
Value Boxed(Context& c, const Value& value, bool is_whole) {
  if (value.is(Kind::Tuple)) {
    return c.heap.Tuple(
        ListOf(value.items(), [&](const Value& item) { return Boxed(c, item, is_whole); }));
  }
  if (value.is(Kind::Scalar)) {
    CheckOperand(c, value);
    return Boxed(c, ScalarNumber(c, value), is_whole);
  }
  GiveUpIf(c, value.is_small_int() && !is_whole, "may be a float in Numba's types");
  const bool is_followed = value.is_small_int() || value.is_float() || value.is_none() ||
                           value.is(Kind::Complex) ||
                           (value.is(Kind::Array) && IsSameType(ViewOf(value).type.kind));
  GiveUpIf(c, !is_followed, "is given by a compiled function");
  return value;
}

// A result of guvectorize's function is written, not returned.
bool CanFollow(Context& c, Object* kernel, const Arguments& a) {
  const KernelInfo& info = kernel->As<KernelInfo>();
  if (kernel->state.items.empty() || !kernel->state.items[0].is(Kind::Function) || info.is_launch ||
      info.is_forall || info.has_own_ways) {
    return false;
  }
  const FunctionInfo& function = kernel->state.items[0].As<FunctionInfo>();
  const bool is_vectorized = info.decorator.ends_with("guvectorize");
  const bool is_jit = info.decorator == "numba.njit" || info.decorator == "numba.jit";
  if (is_vectorized ? !IsSingleCall(info, a) : !is_jit) {
    return false;
  }
  const auto is_followed = [](const Keyword& keyword) { return IsFollowedArgument(keyword.value); };
  return function.outer == nullptr && std::ranges::all_of(a.values, IsFollowedArgument) &&
         std::ranges::all_of(a.keywords, is_followed) && HasFrozenNames(c, kernel, function);
}

}  // namespace

Value CallCompiled(Context& c, Object* kernel, const Arguments& a) {
  if (kernel->As<KernelInfo>().decorator == "numba.vectorize" && a.keywords.empty()) {
    // It reads its arguments, and writes nothing else.
    MayRaise(c);
    return Lose(c, "is given by a compiled function");
  }
  if (!CanFollow(c, kernel, a)) {
    return CallUnknown(c, Value::Of(kernel), a);
  }
  Object* function = kernel->state.items[0].object;
  const FunctionInfo& info = function->As<FunctionInfo>();
  try {
    const Restored compiled(c.compiled, c.compiled + 1);
    const Value result = CallFunction(c, function, a);
    // An integer is one of Numba's as well.
    const bool is_whole = !ast::AnyOf(info.node, MakesFloats) &&
                          std::ranges::all_of(a.values, IsWholeValue) && a.keywords.empty();
    return result.is_unknown() ? result : Boxed(c, result, is_whole);
  } catch (const Raised&) {
    return CallUnknown(c, Lose(c, "is given by a compiled function that raises an exception"), a);
  } catch (const NotFollowed& not_followed) {
    return CallUnknown(c, Value::Unknown(not_followed.why), a);
  } catch (const GivenUp& given_up) {
    return CallUnknown(c, Value::Unknown(given_up.why), a);
  }
}

void CheckCompiledOperation(Context& c, ast::BinaryOperator op, const Value& a, const Value& b) {
  CheckOperand(c, a);
  CheckOperand(c, b);
  const bool divides = op == ast::BinaryOperator::Div || op == ast::BinaryOperator::FloorDiv ||
                       op == ast::BinaryOperator::Mod;
  GiveUpIf(c, divides && IsZero(c, b), "is divided by zero in a compiled function");
  GiveUpIf(c,
           op == ast::BinaryOperator::MatMult ||
               (op == ast::BinaryOperator::Pow && IsNegativeWhole(c, b)),
           "is computed in a way of Numba's own");
}

void CheckCompiledCallee(Context& c, const Value& callee) {
  const Object& object = *callee.object;
  bool is_same = true;
  if (callee.is(Kind::Native) && object.text.starts_with("numpy.")) {
    is_same = std::ranges::find(kSameNumpy, std::string_view(object.text).substr(6)) !=
              std::end(kSameNumpy);
  } else if (callee.is(Kind::Class)) {
    is_same = object.As<ClassInfo>().is_builtin;
  } else if (callee.is(Kind::Function)) {
    const FunctionInfo& info = object.As<FunctionInfo>();
    // Functions inside of the function; of the library, what Numba has as well.
    is_same =
        info.outer != nullptr || (info.unit->is_library && info.unit->path.ends_with("/numbers"));
  }
  GiveUpIf(c, !is_same, "is given by a call that Numba compiles in its own way");
}

}  // namespace kernelc::host
