#include "compiler/sema/emit_cast.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "compiler/constants/const_eval.h"
#include "compiler/sema/choices.h"
#include "compiler/sema/constant_texts.h"
#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_datetime.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_flat.h"
#include "compiler/sema/emit_library.h"
#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_range.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_string.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/emit_vector.h"
#include "compiler/sema/help_texts.h"
#include "compiler/types/written_types.h"

namespace kernelc::sema {

bool RequireReal(FunctionContext& fn, const Argument& argument, std::string_view function) {
  if (argument.value.is_scalar() && !types::IsComplex(argument.value.type)) {
    return true;
  }
  fn.Report(argument.range, diag::Kind::ArgumentType, function, "a real number",
            Describe(fn, argument.value))
      .Help(HelpForNumber(argument.value, IsArray(fn, argument.value),
                          SpellingAt(fn, argument.range)))
      .Emit();
  return false;
}

Value EmitCast(FunctionContext& fn, const Value& value, TypeId type, SourceRange range) {
  if (!value.is_convertible_number()) {
    fn.Report(range, diag::Kind::BadCast, Describe(fn, value), fn.Spell(type))
        .Help("numbers can be converted; index the array first")
        .Emit();
    return Value();
  }
  if (!types::CanConvert(value.type, type)) {
    fn.Report(range, diag::Kind::BadCast, Describe(fn, value), fn.Spell(type))
        .Help("take `.real`, `.imag` or abs(...) of it")
        .Emit();
    return Value();
  }
  if (value.is_number()) {
    if (const std::optional<Number> number = constants::CastNumber(value.number, types::scalar_kind(type))) {
      Value typed = MakeTyped(*number, type);
      KeepConstantText(value, &typed);
      return typed;
    }
  }
  Value result = Value::Runtime(ConvertTo(fn, value, type), type);
  const bool widens = types::IsInteger(value.type) && types::IsInteger(type) &&
                      types::scalar_bits(type) >= types::scalar_bits(value.type);
  result.nonnegative =
      result.nonnegative ||
      (widens && types::IsSigned(type) && value.nonnegative &&
       (types::IsSigned(value.type) || types::scalar_bits(type) > types::scalar_bits(value.type)));
  return result;
}

Value EmitTypeCall(FunctionContext& fn, const ast::Call& call, const Object& type) {
  if (type.types.front().kind == abi::ArgKind::Vector) {
    return EmitVectorCall(fn, call, type.types.front());
  }
  if (!type.is_scalar_type()) {
    fn.Report(call.range, diag::Kind::NotCallable, "an array type").Emit();
    return Value();
  }
  Arguments arguments;
  const std::string name = types::SpellArgType(type.types.front());
  if (!CollectArguments(fn, call, name, &arguments)) {
    return Value();
  }
  if (arguments.size() != 1 || !call.keywords.empty()) {
    fn.Report(call.range, diag::Kind::CallArity, name, "1 argument",
              arguments.size() + call.keywords.size())
        .Emit();
    return Value();
  }
  const TypeId target = types::ScalarType(type.scalar_type());
  if (IsTime(fn, arguments[0].value) && types::IsInteger(target) &&
      types::scalar_bits(target) == 64) {
    const kir::InstId count =
        TimeCount(fn, arguments[0].value, fn.type_of(arguments[0].value).unit);
    return Value::Runtime(fn.builder.Convert(count, target), target);
  }
  return EmitCast(fn, arguments[0].value, target, arguments[0].range);
}

Value EmitIntCast(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  if (!arguments[0].given) {
    return MakeNumber(fn, Number::Int(0));
  }
  const Value& value = arguments[0].value;
  if (types::IsFloat8(value.type)) {
    return EmitCast(fn, value, types::kInt64, arguments[0].range);
  }
  if (IsTimedelta(fn, value)) {
    return Value::Runtime(TimeCount(fn, value, fn.type_of(value).unit), types::kInt64);
  }
  if (!RequireReal(fn, arguments[0], "int")) {
    return Value();
  }
  if (value.is_number() && !value.typed) {
    const std::optional<Number> number = constants::Truncated(value.number);
    if (number && constants::CastNumber(*number, abi::ScalarKind::Int64)->integer == number->integer) {
      return MakeNumber(fn, *number);
    }
  }
  return types::IsInteger(value.type) ? value
                                      : EmitCast(fn, value, types::kInt64, arguments[0].range);
}

// float("inf"), float("-1.5")
static std::optional<double> FloatOfText(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\r\f\v";
  text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
  text = text.substr(0, text.find_last_not_of(kSpaces) + 1);
  const bool has_plus = text.starts_with('+') && !text.starts_with("+-");
  text.remove_prefix(has_plus ? 1 : 0);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole && !text.ends_with(')') ? std::optional(value) : std::nullopt;
}

Value EmitFloatCast(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  if (!arguments[0].given) {
    return MakeNumber(fn, Number::Float(0.0));
  }
  const Value& value = arguments[0].value;
  if (value.is_object(ObjectKind::Str)) {
    if (const std::optional<double> number = FloatOfText(value.object->text)) {
      return MakeNumber(fn, Number::Float(*number));
    }
  }
  if (types::IsFloat8(value.type)) {
    return EmitCast(fn, value, types::kFloat32, arguments[0].range);
  }
  if (!RequireReal(fn, arguments[0], "float")) {
    return Value();
  }
  if (value.is_number() && !value.typed) {
    return MakeNumber(fn, Number::Float(value.number.as_double()));
  }
  return types::IsFloat(value.type) ? value
                                    : EmitCast(fn, value, types::kFloat64, arguments[0].range);
}

Value EmitBoolCast(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  if (!arguments[0].given) {
    return MakeNumber(fn, Number::Bool(false));
  }
  return Truth(fn, arguments[0].value, arguments[0].range);
}

Value EmitComplexCast(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  if (!arguments[0].given) {
    return MakeNumber(fn, Number::Complex(0.0, 0.0));
  }
  const Value& real = arguments[0].value;
  if (!arguments[1].given && real.is_scalar() && types::IsComplex(real.type)) {
    const bool widens = fn.rules() == types::PromotionRules::Numba;
    return widens ? EmitCast(fn, real, types::kComplex128, arguments[0].range) : real;
  }
  if (!RequireReal(fn, arguments[0], "complex") ||
      (arguments[1].given && !RequireReal(fn, arguments[1], "complex"))) {
    return Value();
  }
  const Value imag = arguments[1].given ? arguments[1].value : MakeTyped(Number::Int(0), real.type);
  if (real.is_number() && imag.is_number() && !real.typed && !imag.typed) {
    return MakeNumber(fn, Number::Complex(real.number.as_double(), imag.number.as_double()));
  }
  const types::NumericType parts[] = {real.numeric(), imag.numeric()};
  const types::NumericType part =
      types::PromoteMath(fn.rules(), std::span(parts, arguments[1].given ? 2 : 1));
  // Numba makes complex64 of float32 alone.
  const bool narrow =
      part.type == types::kFloat32 &&
      (fn.rules() == types::PromotionRules::Weak ||
       (real.type == types::kFloat32 && (!arguments[1].given || imag.type == types::kFloat32)));
  const TypeId element = narrow ? types::kFloat32 : types::kFloat64;
  NoteCreep(fn, narrow ? types::kComplex64 : types::kComplex128, real, imag, "complex", call.range);
  const kir::InstId real_inst = ConvertTo(fn, real, element);
  const kir::InstId imag_inst = ConvertTo(fn, imag, element);
  return Value::Runtime(fn.builder.ComplexMake(real_inst, imag_inst),
                        narrow ? types::kComplex64 : types::kComplex128, part.weak);
}

Value EmitRoundDigits(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const Value& number = arguments[0].value;
  // Numba converts floats and bool to the integer that it wants.
  const bool numba = fn.rules() == types::PromotionRules::Numba && arguments[1].value.is_scalar() &&
                     !types::IsComplex(arguments[1].value.type);
  if (!numba && !IsInteger(arguments[1].value)) {
    fn.Report(arguments[1].range, diag::Kind::ArgumentType, "round", "an integer number of digits",
              Describe(fn, arguments[1].value))
        .Emit();
    return Value();
  }
  const bool narrow = number.type == types::kFloat16 || IsTakenAsFloat32(number.type);
  const TypeId type = narrow                        ? types::kFloat32
                      : types::IsFloat(number.type) ? number.type
                                                    : types::kFloat64;
  const TypeId computed = types::scalar_bits(type) < 32 ? types::kFloat32 : type;
  const Value values[] = {
      Value::Runtime(ConvertTo(fn, number, computed), computed),
      Value::Runtime(ConvertTo(fn, arguments[1].value, types::kInt64), types::kInt64)};
  const Value rounded = CallLibrary(fn, "reals.round_digits", values, call.range, "round");
  return rounded.is_poison()
             ? rounded
             : Value::Runtime(fn.builder.Convert(rounded.inst, type), type, number.weak);
}

// Round half to even, as an integer.
Value EmitRound(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  if (!RequireReal(fn, arguments[0], "round")) {
    return Value();
  }
  if (arguments[1].given && !arguments[1].value.is_none()) {
    return EmitRoundDigits(fn, call, arguments);
  }
  const Value& value = arguments[0].value;
  if (!types::IsFloat(value.type)) {
    return EmitCast(fn, value, types::kInt64, arguments[0].range);
  }
  const TypeId type = value.type == types::kFloat64 ? types::kFloat64 : types::kFloat32;
  const Value rounded =
      CallBuiltin(fn, builtins::BuiltinId::MathRint, type, {ConvertTo(fn, value, type)});
  return Value::Runtime(fn.builder.Convert(rounded.inst, types::kInt64), types::kInt64);
}

Value EmitTupleCast(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  if (!arguments[0].given) {
    return Value::Tuple({});
  }
  if (AsTuple(fn, arguments[0].value)) {
    return arguments[0].value;
  }
  fn.Report(arguments[0].range, diag::Kind::ArgumentType, "tuple", "a tuple",
            Describe(fn, arguments[0].value))
      .Help("the length of a tuple is known while compiling")
      .Emit();
  return Value();
}

Value EmitLen(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (IsArray(fn, value) && fn.type_of(value).ndim == 0) {
    fn.Report(arguments[0].range, diag::Kind::ZeroDimensional, SpellingAt(fn, arguments[0].range))
        .Help("read it as `a[()]`")
        .Emit();
    return Value();
  }
  if (IsArray(fn, value)) {
    return ArrayExtent(fn, value, 0);
  }
  if (IsString(fn, value)) {
    return StringLength(fn, value, arguments[0].range);
  }
  if (IsChoice(fn.program.types(), value)) {
    return ChoiceLength(fn.builder, value);
  }
  if (const TupleElements elements = AsTuple(fn, value)) {
    return MakeNumber(fn, Number::Int(Int128(elements->size())));
  }
  if (value.is_object(ObjectKind::Str)) {
    return MakeNumber(fn, Number::Int(Int128(StringCharacters(fn, value).size())));
  }
  if (IsRange(fn, value)) {
    return SequenceOfRange(fn, value).count;
  }
  if (IsFlat(fn, value)) {
    return ArraySize(fn, TupleParts(fn, value)[0]);
  }
  fn.Report(arguments[0].range, diag::Kind::ArgumentType, "len", "an array or tuple",
            Describe(fn, value))
      .Help(value.is_scalar() ? fmt::format("it is a number already: write `{}`",
                                            SpellingAt(fn, arguments[0].range))
                              : "")
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
