#include "compiler/sema/emit_half.h"

#include <limits>

#include "compiler/functions/functions.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_cast.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

using builtins::BuiltinId;
using kir::ComparePredicate;
using kir::InstId;
using kir::Op;

namespace {

// The rounding conversions of float64 to a 16-bit float.
BuiltinId RoundTo(TypeId type, functions::HalfRounding rounding) {
  static constexpr BuiltinId kRound[2][4] = {
      {BuiltinId::ToHalfNearest, BuiltinId::ToHalfZero, BuiltinId::ToHalfDown, BuiltinId::ToHalfUp},
      {BuiltinId::ToBFloatNearest, BuiltinId::ToBFloatZero, BuiltinId::ToBFloatDown,
       BuiltinId::ToBFloatUp}};
  return kRound[type == types::kBFloat16 ? 1 : 0][static_cast<std::size_t>(rounding)];
}

// float32 to an integer of 32 or 64 bits, as libdevice converts.
BuiltinId RoundToInteger(TypeId type, functions::HalfRounding rounding) {
  static constexpr BuiltinId kRound[4][4] = {{BuiltinId::NvFloat2intRn, BuiltinId::NvFloat2intRz,
                                              BuiltinId::NvFloat2intRd, BuiltinId::NvFloat2intRu},
                                             {BuiltinId::NvFloat2uintRn, BuiltinId::NvFloat2uintRz,
                                              BuiltinId::NvFloat2uintRd, BuiltinId::NvFloat2uintRu},
                                             {BuiltinId::NvFloat2llRn, BuiltinId::NvFloat2llRz,
                                              BuiltinId::NvFloat2llRd, BuiltinId::NvFloat2llRu},
                                             {BuiltinId::NvFloat2ullRn, BuiltinId::NvFloat2ullRz,
                                              BuiltinId::NvFloat2ullRd, BuiltinId::NvFloat2ullRu}};
  const bool wide = types::scalar_bits(type) == 64;
  // Narrow integers are cut from int32, which holds all of them.
  const bool is_unsigned = types::IsUnsigned(type) && types::scalar_bits(type) >= 32;
  return kRound[(wide ? 2 : 0) + (is_unsigned ? 1 : 0)][static_cast<std::size_t>(rounding)];
}

InstId HalfConstant(FunctionContext& fn, double number, TypeId type) {
  return MaterializeNumber(fn, Number::Float(number), type);
}

// In [0, 1]; 0 for NaN.
InstId SaturateHalf(FunctionContext& fn, InstId value, TypeId type) {
  const InstId low[] = {value, HalfConstant(fn, 0.0, type)};
  const InstId high[] = {fn.builder.CallBuiltin(BuiltinId::Max, type, low),
                         HalfConstant(fn, 1.0, type)};
  return fn.builder.CallBuiltin(BuiltinId::Min, type, high);
}

// `value` in float32.
InstId WidenHalf(FunctionContext& fn, InstId value) {
  return fn.builder.Convert(value, types::kFloat32);
}

InstId EmitHalfFused(FunctionContext& fn, const functions::HalfFunction& function,
                     std::span<const InstId> operands) {
  const TypeId type = function.type;
  const InstId sum = fn.builder.Append(Op::Fma, type, {operands[0], operands[1], operands[2]});
  if (function.form == functions::HalfForm::FusedSaturated) {
    return SaturateHalf(fn, sum, type);
  }
  if (function.form == functions::HalfForm::Fused) {
    return sum;
  }
  // Negative results become 0, NaN stays.
  const InstId zero = HalfConstant(fn, 0.0, type);
  return fn.builder.Select(fn.builder.Compare(ComparePredicate::Lt, sum, zero), zero, sum);
}

// 1, -1 for minus infinity, or 0: int32.
Value EmitHalfIsInf(FunctionContext& fn, TypeId type, InstId value) {
  const double infinity = std::numeric_limits<double>::infinity();
  const InstId zero = fn.builder.ConstInt(types::kInt32, 0);
  const InstId up =
      fn.builder.Compare(ComparePredicate::Eq, value, HalfConstant(fn, infinity, type));
  const InstId down =
      fn.builder.Compare(ComparePredicate::Eq, value, HalfConstant(fn, -infinity, type));
  const InstId sign = fn.builder.Select(down, fn.builder.ConstInt(types::kInt32, -1), zero);
  return Value::Runtime(fn.builder.Select(up, fn.builder.ConstInt(types::kInt32, 1), sign),
                        types::kInt32);
}

Value EmitHalfConversion(FunctionContext& fn, const functions::HalfFunction& function,
                         InstId value) {
  const TypeId other = function.other;
  if (function.form == functions::HalfForm::FromNumber) {
    return Value::Runtime(fn.builder.CallBuiltin(RoundTo(function.type, function.rounding),
                                                 function.type, std::vector<InstId>{value}),
                          function.type);
  }
  const InstId wide = WidenHalf(fn, value);
  if (types::IsFloat(other)) {
    return Value::Runtime(fn.builder.Convert(wide, other), other);
  }
  const BuiltinId round = RoundToInteger(other, function.rounding);
  const bool is_wide = types::scalar_bits(other) == 64;
  const TypeId rounded = is_wide ? types::kInt64 : types::kInt32;
  InstId result = fn.builder.CallBuiltin(round, rounded, std::vector<InstId>{wide});
  if (types::scalar_bits(other) < 32) {
    const std::int64_t span = std::int64_t{1} << types::scalar_bits(other);
    const std::int64_t low = types::IsSigned(other) ? -span / 2 : 0;
    const InstId above[] = {result, fn.builder.ConstInt(types::kInt32, low)};
    const InstId below[] = {fn.builder.CallBuiltin(BuiltinId::Max, types::kInt32, above),
                            fn.builder.ConstInt(types::kInt32, low + span - 1)};
    result = fn.builder.CallBuiltin(BuiltinId::Min, types::kInt32, below);
  }
  return Value::Runtime(fn.builder.Convert(result, other), other);
}

// Whether they are ordered and not equal.
InstId EmitHalfDiffer(FunctionContext& fn, std::span<const InstId> operands) {
  return fn.builder.Binary(Op::Or,
                           fn.builder.Compare(ComparePredicate::Lt, operands[0], operands[1]),
                           fn.builder.Compare(ComparePredicate::Gt, operands[0], operands[1]));
}

// NaN where one of them is.
InstId EmitHalfExtremeNan(FunctionContext& fn, const functions::HalfFunction& function,
                          std::span<const InstId> operands) {
  const InstId unordered =
      fn.builder.Binary(Op::Or, fn.builder.Compare(ComparePredicate::Ne, operands[0], operands[0]),
                        fn.builder.Compare(ComparePredicate::Ne, operands[1], operands[1]));
  return fn.builder.Select(
      unordered, HalfConstant(fn, std::numeric_limits<double>::quiet_NaN(), function.type),
      fn.builder.CallBuiltin(function.builtin, function.type, operands));
}

Value EmitHalf(FunctionContext& fn, const functions::HalfFunction& function,
               std::span<const InstId> operands) {
  const TypeId type = function.type;
  const auto number = [&](InstId inst) { return Value::Runtime(inst, type); };
  const auto truth = [&](InstId inst) { return Value::Runtime(inst, types::kBool); };
  const auto negate = [&](InstId inst) {
    return fn.builder.Append(Op::LogicalNot, types::kBool, {inst});
  };
  switch (function.form) {
    case functions::HalfForm::Arithmetic:
      return number(fn.builder.Binary(function.op, operands[0], operands[1]));
    case functions::HalfForm::Saturated:
      return number(
          SaturateHalf(fn, fn.builder.Binary(function.op, operands[0], operands[1]), type));
    case functions::HalfForm::Fused:
    case functions::HalfForm::FusedSaturated:
    case functions::HalfForm::FusedPositive:
      return number(EmitHalfFused(fn, function, operands));
    case functions::HalfForm::Neg:
      return number(fn.builder.Unary(Op::Neg, operands[0]));
    case functions::HalfForm::Abs:
      return number(fn.builder.CallBuiltin(BuiltinId::Abs, type, operands));
    case functions::HalfForm::Ordered:
      return truth(fn.builder.Compare(function.predicate, operands[0], operands[1]));
    case functions::HalfForm::Unordered:
      return truth(negate(fn.builder.Compare(function.predicate, operands[0], operands[1])));
    case functions::HalfForm::Differ:
      return truth(EmitHalfDiffer(fn, operands));
    case functions::HalfForm::NotDiffer:
      return truth(negate(EmitHalfDiffer(fn, operands)));
    case functions::HalfForm::Extreme:
      return number(fn.builder.CallBuiltin(function.builtin, type, operands));
    case functions::HalfForm::ExtremeNan:
      return number(EmitHalfExtremeNan(fn, function, operands));
    case functions::HalfForm::IsNan:
      return truth(fn.builder.Compare(ComparePredicate::Ne, operands[0], operands[0]));
    case functions::HalfForm::IsInf:
      return EmitHalfIsInf(fn, type, operands[0]);
    case functions::HalfForm::Math: {
      const InstId wide[] = {WidenHalf(fn, operands[0])};
      return number(fn.builder.Convert(
          fn.builder.CallBuiltin(function.builtin, types::kFloat32, wide), type));
    }
    case functions::HalfForm::Reciprocal:
    case functions::HalfForm::ReciprocalRoot: {
      InstId wide[] = {WidenHalf(fn, operands[0])};
      if (function.form == functions::HalfForm::ReciprocalRoot) {
        wide[0] = fn.builder.CallBuiltin(BuiltinId::MathSqrt, types::kFloat32, wide);
      }
      const InstId one = HalfConstant(fn, 1.0, types::kFloat32);
      return number(fn.builder.Convert(fn.builder.Binary(Op::Div, one, wide[0]), type));
    }
    case functions::HalfForm::FromNumber:
    case functions::HalfForm::ToNumber:
      return EmitHalfConversion(fn, function, operands[0]);
    case functions::HalfForm::FromBits:
      return number(fn.builder.Append(Op::Bitcast, type, {operands[0]}));
    case functions::HalfForm::ToBits:
      return Value::Runtime(fn.builder.Append(Op::Bitcast, function.other, {operands[0]}),
                            function.other);
  }
  KC_FATAL("half operation");
}

}  // namespace

Value EmitHalfCall(FunctionContext& fn, const ast::Call& call,
                   const functions::HalfFunction& function) {
  const std::string_view name = SpellingAt(fn, call.func->range);
  Arguments arguments;
  if (!CollectArguments(fn, call, name, &arguments)) {
    return Value();
  }
  if (arguments.size() != function.operands || !call.keywords.empty()) {
    fn.Report(call.range, diag::Kind::CallArity, name,
              fmt::format("{} argument{}", function.operands, function.operands == 1 ? "" : "s"),
              arguments.size() + call.keywords.size())
        .Emit();
    return Value();
  }
  const bool takes_other = function.form == functions::HalfForm::FromNumber ||
                           function.form == functions::HalfForm::FromBits;
  std::vector<InstId> operands;
  for (const Argument& argument : arguments) {
    if (!RequireReal(fn, argument, name)) {
      return Value();
    }
    operands.push_back(ConvertTo(fn, argument.value, takes_other ? function.other : function.type));
  }
  return EmitHalf(fn, function, operands);
}

}  // namespace kernelc::sema
