#include "compiler/sema/emit_math.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_cast.h"
#include "compiler/sema/emit_choice.h"
#include "compiler/sema/emit_datetime.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_library.h"
#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_range.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

using builtins::BuiltinId;

namespace {

// Functions of `math` that Numba has for 16-bit floats; the others give float32. In native mode all
// are bfloat16's.
bool KeepsHalf(BuiltinId builtin, TypeId type, types::PromotionRules rules) {
  static constexpr BuiltinId kFunctions[] = {
      BuiltinId::MathCeil,  BuiltinId::MathCos,  BuiltinId::MathExp,   BuiltinId::MathExp2,
      BuiltinId::MathFloor, BuiltinId::MathLog,  BuiltinId::MathLog10, BuiltinId::MathSin,
      BuiltinId::MathSqrt,  BuiltinId::MathTanh, BuiltinId::MathTrunc};
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

// The largest or smallest of numbers as `common`, which they unify to.
Value ExtremeOf(FunctionContext& fn, const std::vector<Value>& values, types::NumericType common,
                bool want_max) {
  const bool narrow = types::IsFloat(common.type) && types::scalar_bits(common.type) == 16;
  const TypeId type = types::IsBool(common.type) ? types::kUInt8
                      : narrow                   ? types::kFloat32
                                                 : common.type;
  kir::InstId best = ConvertTo(fn, values[0], type);
  bool all_nonnegative = values[0].nonnegative;
  bool any_nonnegative = values[0].nonnegative;
  for (std::size_t i = 1; i < values.size(); ++i) {
    best = CallBuiltin(fn, want_max ? BuiltinId::Max : BuiltinId::Min, type,
                       {best, ConvertTo(fn, values[i], type)})
               .inst;
    all_nonnegative = all_nonnegative && values[i].nonnegative;
    any_nonnegative = any_nonnegative || values[i].nonnegative;
  }
  Value result = Value::Runtime(fn.builder.Convert(best, common.type), common.type, common.weak);
  result.nonnegative = result.nonnegative || (want_max ? any_nonnegative : all_nonnegative);
  return result;
}

Value EmitExtreme(FunctionContext& fn, const ast::Call& call, const Arguments& arguments,
                  bool want_max) {
  const std::string_view name = want_max ? "max" : "min";
  std::vector<Value> values;
  if (arguments.size() == 1) {
    const Value all = AsPassed(fn, arguments[0].value);
    const TupleElements elements = AsTuple(fn, all);
    const bool is_row = IsArray(fn, all) && fn.type_of(all).ndim == 1;
    if (IsRange(fn, all) || (is_row && !types::IsComplex(fn.type_of(all).element))) {
      return CallLibrary(fn, want_max ? "arrays.largest" : "arrays.smallest", {&all, 1}, call.range,
                         name);
    }
    if (!elements || elements->empty()) {
      fn.Report(call.range, diag::Kind::ArgumentType, name,
                "two numbers, a tuple of numbers or an array of one dimension",
                Describe(fn, arguments[0].value))
          .Emit();
      return Value();
    }
    values = *elements;
  } else {
    for (const Argument& argument : arguments) {
      values.push_back(argument.value);
    }
  }
  if (const std::optional<Value> time = EmitTimeExtreme(fn, values, want_max)) {
    return *time;
  }
  types::NumericType common;
  for (const Value& value : values) {
    if (!value.is_scalar() || types::IsComplex(value.type)) {
      fn.Report(call.range, diag::Kind::ArgumentType, name, "real numbers", Describe(fn, value))
          .Emit();
      return Value();
    }
    common = common.type.has_value() ? types::UnifyScalars(fn.rules(), common, value.numeric())
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
    NoteCreep(fn, common.type, values[0], values[i], name, call.range);
  }
  return ExtremeOf(fn, values, common, want_max);
}

Value EmitScale(FunctionContext& fn, const ast::Call& call, const Arguments& arguments,
                double factor, std::string_view name) {
  if (!RequireReal(fn, arguments[0], name)) {
    return Value();
  }
  const types::NumericType numeric[] = {arguments[0].value.numeric()};
  const types::NumericType type = types::PromoteMath(fn.rules(), numeric);
  NoteCreep(fn, type.type, arguments[0].value, arguments[0].value, name, call.range);
  const kir::InstId operand = ConvertTo(fn, arguments[0].value, type.type);
  const kir::InstId scale = MaterializeNumber(fn, Number::Float(factor), type.type);
  return Value::Runtime(fn.builder.Binary(kir::Op::Mul, operand, scale), type.type, type.weak);
}

}  // namespace

Value EmitMath(FunctionContext& fn, BuiltinId builtin, std::span<const Value> operands,
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
  const types::NumericType result = types::PromoteMath(fn.rules(), numeric);
  NoteCreep(fn, result.type, operands.front(), operands.back(),
            builtins::builtin_info(builtin).name(), range);
  std::vector<kir::InstId> insts;
  for (const Value& operand : operands) {
    insts.push_back(ConvertTo(fn, operand, result.type));
  }
  const kir::InstId inst = fn.builder.CallBuiltin(builtin, result.type, insts);
  Value value = Value::Runtime(inst, result.type, result.weak && all_weak);
  const TypeId half = operands.front().type;
  if (all_half && KeepsHalf(builtin, half, fn.rules())) {
    value = Value::Runtime(fn.builder.Convert(inst, half), half);
  }
  return value;
}

Value EmitAbs(FunctionContext& fn, const Value& value, SourceRange range) {
  if (const std::optional<Value> time = EmitTimeUnary(fn, true, true, value)) {
    return *time;
  }
  if (!value.is_scalar()) {
    fn.Report(range, diag::Kind::ArgumentType, "abs", "a number", Describe(fn, value)).Emit();
    return Value();
  }
  if (types::IsComplex(value.type)) {
    const Value parts[] = {ComplexPart(fn, value, false), ComplexPart(fn, value, true)};
    return EmitMath(fn, BuiltinId::MathHypot, parts, range, false);
  }
  if (types::IsFloat(value.type)) {
    const Value operand[] = {value};
    return EmitMath(fn, BuiltinId::MathFabs, operand, range, false);
  }
  if (value.nonnegative) {
    const bool numba = fn.rules() == types::PromotionRules::Numba;
    return types::IsBool(value.type)
               ? EmitCast(fn, value, numba ? types::kInt8 : types::kInt64, range)
               : value;
  }
  Value result = CallBuiltin(fn, BuiltinId::Abs, value.type, {Materialize(fn, value)});
  result.weak = value.weak;
  return result;
}

Value EmitAbs(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  return EmitAbs(fn, arguments[0].value, arguments[0].range);
}

Value Conjugate(FunctionContext& fn, const Value& value) {
  if (!types::IsComplex(value.type)) {
    return value;
  }
  const Value runtime = AsRuntime(fn, value);
  const kir::InstId real = fn.builder.ComplexReal(runtime.inst);
  const kir::InstId imag = fn.builder.ComplexImag(runtime.inst);
  return Value::Runtime(fn.builder.ComplexMake(real, fn.builder.Unary(kir::Op::Neg, imag)),
                        value.type, value.weak);
}

Value EmitMax(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitExtreme(fn, call, arguments, true);
}

Value EmitMin(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitExtreme(fn, call, arguments, false);
}

Value EmitPow(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitBinary(fn, ast::BinaryOperator::Pow, arguments[0].value, arguments[1].value,
                    call.range, arguments[0].range, arguments[1].range);
}

// As Numba has it, a base of up to 32 bits with an int32 exponent gives float32; uint16 is taken
// as int32.
Value EmitMathPow(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  if (!RequireReal(fn, arguments[0], "math.pow") || !RequireReal(fn, arguments[1], "math.pow")) {
    return Value();
  }
  const Value& base = arguments[0].value;
  const Value& exponent = arguments[1].value;
  const bool small_exponent = exponent.type == types::kInt32 ||
                              (exponent.type == types::kUInt16 && base.type == types::kFloat32);
  const bool small_base =
      base.type == types::kFloat32 || base.type == types::kFloat16 || IsTakenAsFloat32(base.type);
  if (small_base && !base.weak && small_exponent) {
    return CallBuiltin(
        fn, BuiltinId::PowInt, types::kFloat32,
        {ConvertTo(fn, base, types::kFloat32), ConvertTo(fn, exponent, types::kInt64)});
  }
  const Value operands[] = {base, exponent};
  return EmitMath(fn, BuiltinId::MathPow, operands, call.range, false);
}

// Numba's overloads are for int64, uint64 and float64: a signed operand beside uint64 makes both
// float64, and bool beside an unsigned one is uint64.
Value EmitDivmod(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  Value operands[] = {arguments[0].value, arguments[1].value};
  const auto is_signed = [](const Value& value) {
    return value.is_scalar() && types::IsInteger(value.type) && types::IsSigned(value.type);
  };
  const auto is_unsigned = [](const Value& value) {
    return value.is_scalar() && types::IsUnsigned(value.type);
  };
  if (fn.rules() == types::PromotionRules::Numba) {
    for (std::size_t i = 0; i < 2; ++i) {
      const Value& one = arguments[i].value;
      const Value& other = arguments[1 - i].value;
      if ((is_signed(one) && other.type == types::kUInt64) ||
          (one.type == types::kUInt64 && is_signed(other))) {
        operands[i] = EmitCast(fn, one, types::kFloat64, arguments[i].range);
      } else if (types::IsBool(one.type) && is_unsigned(other)) {
        operands[i] = EmitCast(fn, one, types::kUInt64, arguments[i].range);
      }
    }
  }
  const auto part = [&](ast::BinaryOperator op) {
    return EmitBinary(fn, op, operands[0], operands[1], call.range, arguments[0].range,
                      arguments[1].range);
  };
  const Value quotient = part(ast::BinaryOperator::FloorDiv);
  const Value remainder = quotient.is_poison() ? quotient : part(ast::BinaryOperator::Mod);
  return remainder.is_poison() ? remainder : Value::Tuple({quotient, remainder});
}

Value EmitFma(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  std::vector<types::NumericType> numeric;
  for (const Argument& argument : arguments) {
    if (!RequireReal(fn, argument, "cuda.fma")) {
      return Value();
    }
    numeric.push_back(argument.value.numeric());
  }
  const bool narrow = std::ranges::all_of(
      arguments, [](const Argument& argument) { return IsTakenAsFloat32(argument.value.type); });
  const types::NumericType type =
      narrow ? types::NumericType{types::kFloat32, false} : types::PromoteMath(fn.rules(), numeric);
  std::vector<kir::InstId> operands;
  for (const Argument& argument : arguments) {
    operands.push_back(ConvertTo(fn, argument.value, type.type));
  }
  return Value::Runtime(fn.builder.Append(kir::Op::Fma, type.type, operands), type.type, type.weak);
}

Value EmitSelp(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const Value condition = Truth(fn, arguments[0].value, arguments[0].range);
  if (condition.is_poison() || !RequireReal(fn, arguments[1], "cuda.selp") ||
      !RequireReal(fn, arguments[2], "cuda.selp")) {
    return Value();
  }
  const kir::RegionId then_region = fn.builder.NewRegion();
  const kir::RegionId else_region = fn.builder.NewRegion();
  static_cast<void>(call);
  return Choose(fn, condition, then_region, arguments[1].value, else_region, arguments[2].value,
                arguments[1].range, arguments[2].range);
}

Value EmitDegrees(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitScale(fn, call, arguments, 180.0 / std::numbers::pi, "math.degrees");
}

Value EmitRadians(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitScale(fn, call, arguments, std::numbers::pi / 180.0, "math.radians");
}

Value EmitIsNan(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  if (!RequireReal(fn, arguments[0], "math.isnan")) {
    return Value();
  }
  if (!types::IsFloat(arguments[0].value.type)) {
    return MakeNumber(fn, Number::Bool(false));
  }
  const kir::InstId operand = Materialize(fn, arguments[0].value);
  return Value::Runtime(fn.builder.Compare(kir::ComparePredicate::Ne, operand, operand),
                        types::kBool);
}

Value EmitIsInf(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  if (!RequireReal(fn, arguments[0], "math.isinf")) {
    return Value();
  }
  if (!types::IsFloat(arguments[0].value.type)) {
    return MakeNumber(fn, Number::Bool(false));
  }
  const Value magnitude = EmitAbs(fn, arguments[0].value, call.range);
  const kir::InstId infinity =
      MaterializeNumber(fn, Number::Float(std::numeric_limits<double>::infinity()), magnitude.type);
  return Value::Runtime(fn.builder.Compare(kir::ComparePredicate::Eq, magnitude.inst, infinity),
                        types::kBool);
}

Value EmitIsFinite(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  if (!RequireReal(fn, arguments[0], "math.isfinite")) {
    return Value();
  }
  if (!types::IsFloat(arguments[0].value.type)) {
    return MakeNumber(fn, Number::Bool(true));
  }
  const Value magnitude = EmitAbs(fn, arguments[0].value, call.range);
  const kir::InstId infinity =
      MaterializeNumber(fn, Number::Float(std::numeric_limits<double>::infinity()), magnitude.type);
  // False for NaN: comparisons are ordered.
  return Value::Runtime(fn.builder.Compare(kir::ComparePredicate::Lt, magnitude.inst, infinity),
                        types::kBool);
}

}  // namespace kernelc::sema
