// Operands of NumPy's universal functions: their common type, the loop that takes it, the common
// shape.
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

#include "compiler/host/arrays/array_ufuncs.h"

namespace kernelc::host {
namespace {

using abi::ScalarKind;

struct Operand {
  Value array;
  ScalarKind kind;
  // A number of Python's, which takes the type of what it meets.
  std::optional<Number> weak;
};

Operand OperandOf(Context& c, const Value& value) {
  GiveUpIf(c, value.is_unknown(), "an operand is not known");
  if (value.is(Kind::Scalar)) {
    const ArrayScalar& scalar = value.As<ArrayScalar>();
    GiveUpIf(c, scalar.kind == ScalarKind::BFloat16, "operations on bfloat16 are not followed");
    return {FromNumbers(c, scalar.kind, {}, {scalar.number}), scalar.kind, std::nullopt};
  }
  if (!IsArray(value)) {
    if (const std::optional<Number> number = NumberOf(c, value)) {
      const ScalarKind kind = KindOfNumber(*number);
      return {FromNumbers(c, kind, {}, {*number}), kind,
              number->kind == NumberKind::Bool ? std::nullopt : number};
    }
  }
  const Value array = AsArray(c, value);
  GiveUpIf(c, ViewOf(array).type.record, "operations on records are not followed");
  return {array, ViewOf(array).type.kind, std::nullopt};
}

ScalarKind CommonKind(Context& c, const Operand& a, const Operand& b, const UfuncInfo& info) {
  if (a.weak.has_value() == b.weak.has_value()) {
    // Each operand becomes a float by itself: int8 beside uint16 is float32, although int32 would
    // hold both.
    return info.loop == Loop::Float ? Promote(FloatKind(a.kind), FloatKind(b.kind))
                                    : Promote(a.kind, b.kind);
  }
  const Operand& typed = a.weak ? b : a;
  const Number& weak = a.weak ? *a.weak : *b.weak;
  const bool is_whole =
      weak.is_integral() && (IsIntegerKind(typed.kind) || typed.kind == ScalarKind::Bool);
  if (info.loop == Loop::Compare && is_whole) {
    // Compared exactly, whatever the type holds.
    return ScalarKind::Int64;
  }
  if ((info.loop == Loop::Float || info.loop == Loop::Divide) && is_whole &&
      typed.kind != ScalarKind::Bool) {
    // Becomes a float at once, whatever the type holds.
    return typed.kind;
  }
  return Promote(typed.kind, WeakKind(c, weak, typed.kind));
}

// The type in which the operands are taken, and that of the result.
std::pair<ScalarKind, ScalarKind> LoopKinds(Context& c, const UfuncInfo& info, ScalarKind common) {
  if (IsComplexKind(common) && !info.takes_complex) {
    constexpr std::string_view kComplex[] = {"exp2", "expm1", "log10", "log1p", "log2", "rint"};
    GiveUpIf(c, llvm::is_contained(kComplex, info.name),
             "this function of complex numbers is not followed");
    RaiseError(c, "TypeError", "ufunc '{}' does not take complex numbers", info.name);
  }
  const bool is_bool = common == ScalarKind::Bool;
  const bool is_whole = is_bool || IsIntegerKind(common);
  RaiseIf(c, (info.loop == Loop::Bits || info.loop == Loop::Integers) && !is_whole, "TypeError",
          "the ufunc takes integers");
  RaiseIf(c, is_bool && (info.name == "sign" || info.name == "positive"), "numpy.UFuncTypeError",
          "the ufunc does not take bools");
  const bool has_no_bool = info.loop == Loop::NoBool || info.loop == Loop::Integers;
  const ScalarKind kind = info.loop == Loop::Float                ? FloatKind(common)
                          : info.loop == Loop::Divide && is_whole ? ScalarKind::Float64
                          : has_no_bool && is_bool                ? ScalarKind::Int8
                                                                  : common;
  const bool is_test = info.loop == Loop::Compare || info.loop == Loop::Test;
  const bool is_size = info.name == "absolute" && IsComplexKind(kind);
  return {kind, is_test                                    ? ScalarKind::Bool
                : is_size && kind == ScalarKind::Complex64 ? ScalarKind::Float32
                : is_size                                  ? ScalarKind::Float64
                                                           : kind};
}

}  // namespace

std::optional<std::size_t> UfuncOperands(std::string_view name) {
  const UfuncInfo* info = FindUfunc(name);
  return info != nullptr ? std::optional(info->operands) : std::nullopt;
}

Value Ufunc(Context& c, std::string_view name, std::span<const Value> operands) {
  const UfuncInfo* info = FindUfunc(name);
  KC_CHECK(info != nullptr, "no ufunc is called {0}", name);
  RaiseIf(c, operands.size() != info->operands, "TypeError", "the ufunc has other operands");
  const Operand a = OperandOf(c, operands[0]);
  const Operand b = info->operands == 2 ? OperandOf(c, operands[1]) : a;
  const bool compares = info->loop == Loop::Compare;
  const auto [loop, result] = LoopKinds(c, *info, CommonKind(c, a, b, *info));
  // Comparisons of integers are exact, and tests take operands as they are.
  const bool are_integral = !IsFloatingKind(a.kind) && !IsComplexKind(a.kind) &&
                            !IsFloatingKind(b.kind) && !IsComplexKind(b.kind);
  const bool casts = info->loop != Loop::Test && !(compares && are_integral);
  const IntList shape = BroadcastShapes(c, ViewOf(a.array).shape, ViewOf(b.array).shape);
  std::vector<Number> left = Numbers(c, BroadcastTo(c, a.array, shape));
  const std::vector<Number> right =
      info->operands == 2 ? Numbers(c, BroadcastTo(c, b.array, shape)) : left;
  for (std::size_t i = 0; i < left.size(); ++i) {
    left[i] = casts
                  ? info->body(c, loop, CastNumber(c, loop, left[i]), CastNumber(c, loop, right[i]))
                  : info->body(c, loop, left[i], right[i]);
  }
  const Value arrays[] = {a.array, b.array};
  return ScalarIfNone(c, LaidOutAs(c, FromNumbers(c, result, shape, left), arrays));
}

}  // namespace kernelc::host
