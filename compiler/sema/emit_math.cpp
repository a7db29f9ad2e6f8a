// Mathematical functions.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

using builtins::BuiltinId;

namespace {

// Functions of `math` that Numba has for 16-bit floats; the others give float32. In native mode all are bfloat16's.
bool KeepsHalf(BuiltinId builtin, TypeId type, types::PromotionRules rules) {
  static constexpr BuiltinId kFunctions[] = {
      BuiltinId::MathCeil, BuiltinId::MathCos,   BuiltinId::MathExp, BuiltinId::MathExp2,
      BuiltinId::MathFloor, BuiltinId::MathLog,  BuiltinId::MathLog10, BuiltinId::MathSin,
      BuiltinId::MathSqrt, BuiltinId::MathTanh, BuiltinId::MathTrunc};
  if (type != types::kFloat16 && rules == types::PromotionRules::Weak) {
    return true;
  }
  const bool only_float16 = builtin == BuiltinId::MathFabs || builtin == BuiltinId::MathLog2;
  return only_float16 ? type == types::kFloat16
                      : std::ranges::find(kFunctions, builtin) != std::end(kFunctions);
}

// Functions of two numbers that Numba has for float32 first, which the narrowest integers become.
bool TakesNarrowIntegers(BuiltinId builtin) {
  return builtin == BuiltinId::MathCopysign || builtin == BuiltinId::MathFmod ||
         builtin == BuiltinId::MathNextafter || builtin == BuiltinId::MathPow ||
         builtin == BuiltinId::MathRemainder;
}

bool AllTakenAsFloat32(std::span<const Value> operands) {
  return std::ranges::all_of(operands,
                             [](const Value& value) { return IsTakenAsFloat32(value.type); });
}

}  // namespace

// A builtin "F(F, ...)": computed in float32 or float64, narrower floats through float32.
Value FunctionEmitter::EmitMath(BuiltinId builtin, std::span<const Value> operands,
                                SourceRange range, bool numpy) {
  std::vector<types::NumericType> numeric;
  bool all_weak = true;
  bool all_half = true;
  const bool narrow = !numpy && TakesNarrowIntegers(builtin) && AllTakenAsFloat32(operands);
  for (const Value& operand : operands) {
    types::NumericType type = operand.numeric();
    // NumPy's loops take integers of up to 16 bits as float32.
    const bool small = types::IsBool(type.type) ||
                       (types::IsInteger(type.type) && types::scalar_bits(type.type) <= 16);
    if (narrow || (numpy && small)) {
      type.type = types::kFloat32;
    }
    all_weak = all_weak && type.weak;
    all_half = all_half && types::IsFloat(type.type) && types::scalar_bits(type.type) == 16;
    numeric.push_back(type);
  }
  const types::NumericType result = types::PromoteMath(rules(), numeric);
  NoteCreep(result.type, operands.front(), operands.back(),
            builtins::builtin_info(builtin).name(), range);
  std::vector<kir::InstId> insts;
  for (const Value& operand : operands) {
    insts.push_back(ConvertTo(operand, result.type));
  }
  const kir::InstId inst = builder_.CallBuiltin(builtin, result.type, insts);
  Value value = Value::Runtime(inst, result.type, result.weak && all_weak);
  const TypeId half = operands.front().type;
  if (all_half && KeepsHalf(builtin, half, rules())) {
    value = Value::Runtime(builder_.Convert(inst, half), half);
  }
  return value;
}

Value FunctionEmitter::EmitAbs(const Value& value, SourceRange range) {
  if (const std::optional<Value> time = EmitTimeUnary(true, true, value)) {
    return *time;
  }
  if (!value.is_scalar()) {
    Report(range, diag::Kind::ArgumentType, "abs", "a number", Describe(value)).Emit();
    return Value();
  }
  if (types::IsComplex(value.type)) {
    const Value parts[] = {ComplexPart(value, false), ComplexPart(value, true)};
    return EmitMath(BuiltinId::MathHypot, parts, range, false);
  }
  if (types::IsFloat(value.type)) {
    const Value operand[] = {value};
    return EmitMath(BuiltinId::MathFabs, operand, range, false);
  }
  if (value.nonnegative) {
    const bool numba = rules() == types::PromotionRules::Numba;
    return types::IsBool(value.type)
               ? EmitCast(value, numba ? types::kInt8 : types::kInt64, range)
               : value;
  }
  Value result = CallBuiltin(BuiltinId::Abs, value.type, {Materialize(value)});
  result.weak = value.weak;
  return result;
}

Value FunctionEmitter::EmitAbs(const ast::Call&, const Arguments& arguments) {
  return EmitAbs(arguments[0].value, arguments[0].range);
}

Value FunctionEmitter::Conjugate(const Value& value) {
  if (!types::IsComplex(value.type)) {
    return value;
  }
  const Value runtime = AsRuntime(value);
  const kir::InstId real = builder_.ComplexReal(runtime.inst);
  const kir::InstId imag = builder_.ComplexImag(runtime.inst);
  return Value::Runtime(builder_.ComplexMake(real, builder_.Unary(kir::Op::Neg, imag)), value.type,
                        value.weak);
}

Value FunctionEmitter::EmitExtreme(const ast::Call& call, const Arguments& arguments,
                                   bool want_max) {
  const std::string_view name = want_max ? "max" : "min";
  std::vector<Value> values;
  if (arguments.size() == 1) {
    const std::optional<std::vector<Value>> elements = AsTuple(arguments[0].value);
    const Value& all = arguments[0].value;
    const bool is_row = IsArray(all) && type_of(all).ndim == 1;
    if (IsRange(all) || (is_row && !types::IsComplex(type_of(all).element))) {
      return CallLibrary(want_max ? "arrays.largest" : "arrays.smallest", {&all, 1}, call.range,
                         name);
    }
    if (!elements || elements->empty()) {
      Report(call.range, diag::Kind::ArgumentType, name,
             "two numbers, a tuple of numbers or an array of one dimension",
             Describe(arguments[0].value))
          .Emit();
      return Value();
    }
    values = *elements;
  } else {
    for (const Argument& argument : arguments) {
      values.push_back(argument.value);
    }
  }
  if (const std::optional<Value> time = EmitTimeExtreme(values, want_max)) {
    return *time;
  }
  types::NumericType common;
  for (const Value& value : values) {
    if (!value.is_scalar() || types::IsComplex(value.type)) {
      Report(call.range, diag::Kind::ArgumentType, name, "real numbers", Describe(value)).Emit();
      return Value();
    }
    common = common.type.has_value()
                 ? types::UnifyScalars(rules(), common, value.numeric())
                 : value.numeric();
  }
  const auto is_known = [](const Value& value) {
    return value.is_number() && !value.typed && value.number.kind == NumberKind::Int;
  };
  if (std::ranges::all_of(values, is_known)) {
    const auto integer = [](const Value& value) { return value.number.integer; };
    return want_max ? *std::ranges::max_element(values, {}, integer)
                    : *std::ranges::min_element(values, {}, integer);
  }
  for (std::size_t i = 1; i < values.size(); ++i) {
    NoteCreep(common.type, values[0], values[i], name, call.range);
  }
  const bool narrow = types::IsFloat(common.type) && types::scalar_bits(common.type) == 16;
  const TypeId type = types::IsBool(common.type) ? types::kUInt8
                      : narrow                   ? types::kFloat32
                                                 : common.type;
  kir::InstId best = ConvertTo(values[0], type);
  bool all_nonnegative = values[0].nonnegative;
  bool any_nonnegative = values[0].nonnegative;
  for (std::size_t i = 1; i < values.size(); ++i) {
    best = CallBuiltin(want_max ? BuiltinId::Max : BuiltinId::Min, type,
                       {best, ConvertTo(values[i], type)})
               .inst;
    all_nonnegative = all_nonnegative && values[i].nonnegative;
    any_nonnegative = any_nonnegative || values[i].nonnegative;
  }
  Value result = Value::Runtime(builder_.Convert(best, common.type), common.type, common.weak);
  result.nonnegative = result.nonnegative || (want_max ? any_nonnegative : all_nonnegative);
  return result;
}

Value FunctionEmitter::EmitMax(const ast::Call& call, const Arguments& arguments) {
  return EmitExtreme(call, arguments, true);
}

Value FunctionEmitter::EmitMin(const ast::Call& call, const Arguments& arguments) {
  return EmitExtreme(call, arguments, false);
}

Value FunctionEmitter::EmitPow(const ast::Call& call, const Arguments& arguments) {
  return EmitBinary(ast::BinaryOperator::Pow, arguments[0].value, arguments[1].value, call.range,
                    arguments[0].range, arguments[1].range);
}

// As Numba has it, a base of up to 32 bits with an int32 exponent gives float32; uint16 is taken
// as int32.
Value FunctionEmitter::EmitMathPow(const ast::Call& call, const Arguments& arguments) {
  if (!RequireReal(arguments[0], "math.pow") || !RequireReal(arguments[1], "math.pow")) {
    return Value();
  }
  const Value& base = arguments[0].value;
  const Value& exponent = arguments[1].value;
  const bool small_exponent =
      exponent.type == types::kInt32 ||
      (exponent.type == types::kUInt16 && base.type == types::kFloat32);
  const bool small_base = base.type == types::kFloat32 || base.type == types::kFloat16 ||
                          IsTakenAsFloat32(base.type);
  if (small_base && !base.weak && small_exponent) {
    return CallBuiltin(BuiltinId::PowInt, types::kFloat32,
                       {ConvertTo(base, types::kFloat32), ConvertTo(exponent, types::kInt64)});
  }
  const Value operands[] = {base, exponent};
  return EmitMath(BuiltinId::MathPow, operands, call.range, false);
}

// Numba's overloads are for int64, uint64 and float64: a signed operand beside uint64 makes both float64, and bool
// beside an unsigned one is uint64.
Value FunctionEmitter::EmitDivmod(const ast::Call& call, const Arguments& arguments) {
  Value operands[] = {arguments[0].value, arguments[1].value};
  const auto is_signed = [](const Value& value) {
    return value.is_scalar() && types::IsInteger(value.type) && types::IsSigned(value.type);
  };
  const auto is_unsigned = [](const Value& value) {
    return value.is_scalar() && types::IsUnsigned(value.type);
  };
  if (rules() == types::PromotionRules::Numba) {
    for (std::size_t i = 0; i < 2; ++i) {
      const Value& one = arguments[i].value;
      const Value& other = arguments[1 - i].value;
      if ((is_signed(one) && other.type == types::kUInt64) ||
          (one.type == types::kUInt64 && is_signed(other))) {
        operands[i] = EmitCast(one, types::kFloat64, arguments[i].range);
      } else if (types::IsBool(one.type) && is_unsigned(other)) {
        operands[i] = EmitCast(one, types::kUInt64, arguments[i].range);
      }
    }
  }
  const auto part = [&](ast::BinaryOperator op) {
    return EmitBinary(op, operands[0], operands[1], call.range, arguments[0].range,
                      arguments[1].range);
  };
  const Value quotient = part(ast::BinaryOperator::FloorDiv);
  const Value remainder = quotient.is_poison() ? quotient : part(ast::BinaryOperator::Mod);
  return remainder.is_poison() ? remainder : Value::Tuple({quotient, remainder});
}

Value FunctionEmitter::EmitFma(const ast::Call&, const Arguments& arguments) {
  std::vector<types::NumericType> numeric;
  for (const Argument& argument : arguments) {
    if (!RequireReal(argument, "cuda.fma")) {
      return Value();
    }
    numeric.push_back(argument.value.numeric());
  }
  const bool narrow = std::ranges::all_of(
      arguments, [](const Argument& argument) { return IsTakenAsFloat32(argument.value.type); });
  const types::NumericType type =
      narrow ? types::NumericType{types::kFloat32, false} : types::PromoteMath(rules(), numeric);
  std::vector<kir::InstId> operands;
  for (const Argument& argument : arguments) {
    operands.push_back(ConvertTo(argument.value, type.type));
  }
  return Value::Runtime(builder_.Append(kir::Op::Fma, type.type, operands), type.type, type.weak);
}

Value FunctionEmitter::EmitSelp(const ast::Call& call, const Arguments& arguments) {
  const Value condition = Truth(arguments[0].value, arguments[0].range);
  if (condition.is_poison() || !RequireReal(arguments[1], "cuda.selp") ||
      !RequireReal(arguments[2], "cuda.selp")) {
    return Value();
  }
  const kir::RegionId then_region = builder_.NewRegion();
  const kir::RegionId else_region = builder_.NewRegion();
  static_cast<void>(call);
  return Choose(condition, then_region, arguments[1].value, else_region, arguments[2].value,
                arguments[1].range, arguments[2].range);
}

Value FunctionEmitter::EmitScale(const ast::Call& call, const Arguments& arguments, double factor,
                                 std::string_view name) {
  if (!RequireReal(arguments[0], name)) {
    return Value();
  }
  const types::NumericType numeric[] = {arguments[0].value.numeric()};
  const types::NumericType type = types::PromoteMath(rules(), numeric);
  NoteCreep(type.type, arguments[0].value, arguments[0].value, name, call.range);
  const kir::InstId operand = ConvertTo(arguments[0].value, type.type);
  const kir::InstId scale = MaterializeNumber(Number::Float(factor), type.type);
  return Value::Runtime(builder_.Binary(kir::Op::Mul, operand, scale), type.type, type.weak);
}

Value FunctionEmitter::EmitDegrees(const ast::Call& call, const Arguments& arguments) {
  return EmitScale(call, arguments, 180.0 / std::numbers::pi, "math.degrees");
}

Value FunctionEmitter::EmitRadians(const ast::Call& call, const Arguments& arguments) {
  return EmitScale(call, arguments, std::numbers::pi / 180.0, "math.radians");
}

Value FunctionEmitter::EmitIsNan(const ast::Call&, const Arguments& arguments) {
  if (!RequireReal(arguments[0], "math.isnan")) {
    return Value();
  }
  if (!types::IsFloat(arguments[0].value.type)) {
    return MakeNumber(Number::Bool(false));
  }
  const kir::InstId operand = Materialize(arguments[0].value);
  return Value::Runtime(builder_.Compare(kir::ComparePredicate::Ne, operand, operand),
                        types::kBool);
}

Value FunctionEmitter::EmitIsInf(const ast::Call& call, const Arguments& arguments) {
  if (!RequireReal(arguments[0], "math.isinf")) {
    return Value();
  }
  if (!types::IsFloat(arguments[0].value.type)) {
    return MakeNumber(Number::Bool(false));
  }
  const Value magnitude = EmitAbs(arguments[0].value, call.range);
  const kir::InstId infinity = MaterializeNumber(
      Number::Float(std::numeric_limits<double>::infinity()), magnitude.type);
  return Value::Runtime(builder_.Compare(kir::ComparePredicate::Eq, magnitude.inst, infinity),
                        types::kBool);
}

Value FunctionEmitter::EmitIsFinite(const ast::Call& call, const Arguments& arguments) {
  if (!RequireReal(arguments[0], "math.isfinite")) {
    return Value();
  }
  if (!types::IsFloat(arguments[0].value.type)) {
    return MakeNumber(Number::Bool(true));
  }
  const Value magnitude = EmitAbs(arguments[0].value, call.range);
  const kir::InstId infinity = MaterializeNumber(
      Number::Float(std::numeric_limits<double>::infinity()), magnitude.type);
  // False for NaN: comparisons are ordered.
  return Value::Runtime(builder_.Compare(kir::ComparePredicate::Lt, magnitude.inst, infinity),
                        types::kBool);
}

}  // namespace kernelc::sema
