// Functions of cuda.fp16 and cuda.bf16. Each operation rounds once, to the nearest number of the
// type; functions of mathematics are computed in float32 and rounded after.
#include <limits>

#include "compiler/sema/function_emitter.h"
#include "compiler/sema/half_functions.h"

namespace kernelc::sema {

using builtins::BuiltinId;
using kir::ComparePredicate;
using kir::InstId;
using kir::Op;

namespace {

// The rounding conversions of float64 to a 16-bit float.
BuiltinId RoundTo(TypeId type, HalfRounding rounding) {
  static constexpr BuiltinId kRound[2][4] = {
      {BuiltinId::ToHalfNearest, BuiltinId::ToHalfZero, BuiltinId::ToHalfDown,
       BuiltinId::ToHalfUp},
      {BuiltinId::ToBFloatNearest, BuiltinId::ToBFloatZero, BuiltinId::ToBFloatDown,
       BuiltinId::ToBFloatUp}};
  return kRound[type == types::kBFloat16 ? 1 : 0][static_cast<std::size_t>(rounding)];
}

// float32 to an integer of 32 or 64 bits, as libdevice converts.
BuiltinId RoundToInteger(TypeId type, HalfRounding rounding) {
  static constexpr BuiltinId kRound[4][4] = {
      {BuiltinId::NvFloat2intRn, BuiltinId::NvFloat2intRz, BuiltinId::NvFloat2intRd,
       BuiltinId::NvFloat2intRu},
      {BuiltinId::NvFloat2uintRn, BuiltinId::NvFloat2uintRz, BuiltinId::NvFloat2uintRd,
       BuiltinId::NvFloat2uintRu},
      {BuiltinId::NvFloat2llRn, BuiltinId::NvFloat2llRz, BuiltinId::NvFloat2llRd,
       BuiltinId::NvFloat2llRu},
      {BuiltinId::NvFloat2ullRn, BuiltinId::NvFloat2ullRz, BuiltinId::NvFloat2ullRd,
       BuiltinId::NvFloat2ullRu}};
  const bool wide = types::scalar_bits(type) == 64;
  // Narrow integers are cut from int32, which holds all of them.
  const bool is_unsigned = types::IsUnsigned(type) && types::scalar_bits(type) >= 32;
  return kRound[(wide ? 2 : 0) + (is_unsigned ? 1 : 0)][static_cast<std::size_t>(rounding)];
}

}  // namespace

Value FunctionEmitter::EmitHalfCall(const ast::Call& call, const HalfFunction& function) {
  const std::string_view name = SpellingAt(call.func->range);
  Arguments arguments;
  if (!CollectArguments(call, name, &arguments)) {
    return Value();
  }
  if (arguments.size() != function.operands || !call.keywords.empty()) {
    Report(call.range, diag::Kind::CallArity, name,
           fmt::format("{} argument{}", function.operands, function.operands == 1 ? "" : "s"),
           arguments.size() + call.keywords.size())
        .Emit();
    return Value();
  }
  const bool takes_other =
      function.form == HalfForm::FromNumber || function.form == HalfForm::FromBits;
  std::vector<InstId> operands;
  for (const Argument& argument : arguments) {
    if (!RequireReal(argument, name)) {
      return Value();
    }
    operands.push_back(ConvertTo(argument.value, takes_other ? function.other : function.type));
  }
  return EmitHalf(function, operands);
}

InstId FunctionEmitter::HalfConstant(double number, TypeId type) {
  return MaterializeNumber(Number::Float(number), type);
}

// In [0, 1]; 0 for NaN.
InstId FunctionEmitter::SaturateHalf(InstId value, TypeId type) {
  const InstId low[] = {value, HalfConstant(0.0, type)};
  const InstId high[] = {builder_.CallBuiltin(BuiltinId::Max, type, low), HalfConstant(1.0, type)};
  return builder_.CallBuiltin(BuiltinId::Min, type, high);
}

// `value` in float32.
InstId FunctionEmitter::WidenHalf(InstId value) {
  return builder_.Convert(value, types::kFloat32);
}

Value FunctionEmitter::EmitHalf(const HalfFunction& function, std::span<const InstId> operands) {
  const TypeId type = function.type;
  const auto number = [&](InstId inst) { return Value::Runtime(inst, type); };
  const auto truth = [&](InstId inst) { return Value::Runtime(inst, types::kBool); };
  const auto negate = [&](InstId inst) {
    return builder_.Append(Op::LogicalNot, types::kBool, {inst});
  };
  switch (function.form) {
    case HalfForm::Arithmetic:
      return number(builder_.Binary(function.op, operands[0], operands[1]));
    case HalfForm::Saturated:
      return number(SaturateHalf(builder_.Binary(function.op, operands[0], operands[1]), type));
    case HalfForm::Fused:
    case HalfForm::FusedSaturated:
    case HalfForm::FusedPositive:
      return number(EmitHalfFused(function, operands));
    case HalfForm::Neg:
      return number(builder_.Unary(Op::Neg, operands[0]));
    case HalfForm::Abs:
      return number(builder_.CallBuiltin(BuiltinId::Abs, type, operands));
    case HalfForm::Ordered:
      return truth(builder_.Compare(function.predicate, operands[0], operands[1]));
    case HalfForm::Unordered:
      return truth(negate(builder_.Compare(function.predicate, operands[0], operands[1])));
    case HalfForm::Differ:
    case HalfForm::NotDiffer: {
      const InstId differ =
          builder_.Binary(Op::Or, builder_.Compare(ComparePredicate::Lt, operands[0], operands[1]),
                          builder_.Compare(ComparePredicate::Gt, operands[0], operands[1]));
      return truth(function.form == HalfForm::Differ ? differ : negate(differ));
    }
    case HalfForm::Extreme:
      return number(builder_.CallBuiltin(function.builtin, type, operands));
    case HalfForm::ExtremeNan: {
      const InstId unordered =
          builder_.Binary(Op::Or, builder_.Compare(ComparePredicate::Ne, operands[0], operands[0]),
                          builder_.Compare(ComparePredicate::Ne, operands[1], operands[1]));
      return number(
          builder_.Select(unordered, HalfConstant(std::numeric_limits<double>::quiet_NaN(), type),
                          builder_.CallBuiltin(function.builtin, type, operands)));
    }
    case HalfForm::IsNan:
      return truth(builder_.Compare(ComparePredicate::Ne, operands[0], operands[0]));
    case HalfForm::IsInf:
      return EmitHalfIsInf(type, operands[0]);
    case HalfForm::Math: {
      const InstId wide[] = {WidenHalf(operands[0])};
      return number(
          builder_.Convert(builder_.CallBuiltin(function.builtin, types::kFloat32, wide), type));
    }
    case HalfForm::Reciprocal:
    case HalfForm::ReciprocalRoot: {
      InstId wide[] = {WidenHalf(operands[0])};
      if (function.form == HalfForm::ReciprocalRoot) {
        wide[0] = builder_.CallBuiltin(BuiltinId::MathSqrt, types::kFloat32, wide);
      }
      const InstId one = HalfConstant(1.0, types::kFloat32);
      return number(builder_.Convert(builder_.Binary(Op::Div, one, wide[0]), type));
    }
    case HalfForm::FromNumber:
    case HalfForm::ToNumber:
      return EmitHalfConversion(function, operands[0]);
    case HalfForm::FromBits:
      return number(builder_.Append(Op::Bitcast, type, {operands[0]}));
    case HalfForm::ToBits:
      return Value::Runtime(builder_.Append(Op::Bitcast, function.other, {operands[0]}),
                            function.other);
  }
  KC_FATAL("half operation");
}

InstId FunctionEmitter::EmitHalfFused(const HalfFunction& function,
                                      std::span<const InstId> operands) {
  const TypeId type = function.type;
  const InstId sum = builder_.Append(Op::Fma, type, {operands[0], operands[1], operands[2]});
  if (function.form == HalfForm::FusedSaturated) {
    return SaturateHalf(sum, type);
  }
  if (function.form == HalfForm::Fused) {
    return sum;
  }
  // Negative results become 0, NaN stays.
  const InstId zero = HalfConstant(0.0, type);
  return builder_.Select(builder_.Compare(ComparePredicate::Lt, sum, zero), zero, sum);
}

// 1, -1 for minus infinity, or 0: int32.
Value FunctionEmitter::EmitHalfIsInf(TypeId type, InstId value) {
  const double infinity = std::numeric_limits<double>::infinity();
  const InstId zero = builder_.ConstInt(types::kInt32, 0);
  const InstId up = builder_.Compare(ComparePredicate::Eq, value, HalfConstant(infinity, type));
  const InstId down = builder_.Compare(ComparePredicate::Eq, value, HalfConstant(-infinity, type));
  const InstId sign = builder_.Select(down, builder_.ConstInt(types::kInt32, -1), zero);
  return Value::Runtime(builder_.Select(up, builder_.ConstInt(types::kInt32, 1), sign),
                        types::kInt32);
}

Value FunctionEmitter::EmitHalfConversion(const HalfFunction& function, InstId value) {
  const TypeId other = function.other;
  if (function.form == HalfForm::FromNumber) {
    return Value::Runtime(
        builder_.CallBuiltin(RoundTo(function.type, function.rounding), function.type,
                             std::vector<InstId>{value}),
        function.type);
  }
  const InstId wide = WidenHalf(value);
  if (types::IsFloat(other)) {
    return Value::Runtime(builder_.Convert(wide, other), other);
  }
  const BuiltinId round = RoundToInteger(other, function.rounding);
  const bool is_wide = types::scalar_bits(other) == 64;
  const TypeId rounded = is_wide ? types::kInt64 : types::kInt32;
  InstId result = builder_.CallBuiltin(round, rounded, std::vector<InstId>{wide});
  if (types::scalar_bits(other) < 32) {
    const std::int64_t span = std::int64_t{1} << types::scalar_bits(other);
    const std::int64_t low = types::IsSigned(other) ? -span / 2 : 0;
    const InstId above[] = {result, builder_.ConstInt(types::kInt32, low)};
    const InstId below[] = {builder_.CallBuiltin(BuiltinId::Max, types::kInt32, above),
                            builder_.ConstInt(types::kInt32, low + span - 1)};
    result = builder_.CallBuiltin(BuiltinId::Min, types::kInt32, below);
  }
  return Value::Runtime(builder_.Convert(result, other), other);
}

}  // namespace kernelc::sema
