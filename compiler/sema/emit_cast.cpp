// Conversions that the program writes: int(x), float32(x), complex(a, b), round(x), type(x).
#include <cmath>

#include "compiler/sema/choices.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/fold.h"
#include "compiler/sema/advice.h"
#include "compiler/sema/constant_texts.h"
#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

bool FunctionEmitter::RequireReal(const Argument& argument, std::string_view function) {
  if (argument.value.is_scalar() && !types::IsComplex(argument.value.type)) {
    return true;
  }
  Report(argument.range, diag::Kind::ArgumentType, function, "a real number",
         Describe(argument.value))
      .Help(HelpForNumber(argument.value, IsArray(argument.value), SpellingAt(argument.range)))
      .Emit();
  return false;
}

Value FunctionEmitter::EmitCast(const Value& value, TypeId type, SourceRange range) {
  if (!value.is_convertible_number()) {
    Report(range, diag::Kind::BadCast, Describe(value), Spell(type))
        .Help("numbers can be converted; index the array first")
        .Emit();
    return Value();
  }
  if (!types::CanConvert(value.type, type)) {
    Report(range, diag::Kind::BadCast, Describe(value), Spell(type))
        .Help("take `.real`, `.imag` or abs(...) of it")
        .Emit();
    return Value();
  }
  if (value.is_number()) {
    if (const std::optional<Number> number = CastNumber(value.number, types::scalar_kind(type))) {
      Value typed = MakeTyped(*number, type);
      KeepConstantText(value, &typed);
      return typed;
    }
  }
  Value result = Value::Runtime(ConvertTo(value, type), type);
  const bool widens = types::IsInteger(value.type) && types::IsInteger(type) &&
                      types::scalar_bits(type) >= types::scalar_bits(value.type);
  result.nonnegative = result.nonnegative ||
                       (widens && types::IsSigned(type) && value.nonnegative &&
                        (types::IsSigned(value.type) ||
                         types::scalar_bits(type) > types::scalar_bits(value.type)));
  return result;
}

Value FunctionEmitter::EmitTypeCall(const ast::Call& call, const Object& type) {
  if (type.types.front().kind == abi::ArgKind::Vector) {
    return EmitVectorCall(call, type.types.front());
  }
  if (!type.is_scalar_type()) {
    Report(call.range, diag::Kind::NotCallable, "an array type").Emit();
    return Value();
  }
  Arguments arguments;
  const std::string name = SpellArgType(type.types.front());
  if (!CollectArguments(call, name, &arguments)) {
    return Value();
  }
  if (arguments.size() != 1 || !call.keywords.empty()) {
    Report(call.range, diag::Kind::CallArity, name, "1 argument",
           arguments.size() + call.keywords.size())
        .Emit();
    return Value();
  }
  const TypeId target = types::ScalarType(type.scalar_type());
  if (IsTime(arguments[0].value) && types::IsInteger(target) && types::scalar_bits(target) == 64) {
    const kir::InstId count = TimeCount(arguments[0].value, type_of(arguments[0].value).unit);
    return Value::Runtime(builder_.Convert(count, target), target);
  }
  return EmitCast(arguments[0].value, target, arguments[0].range);
}

Value FunctionEmitter::EmitIntCast(const ast::Call&, const Arguments& arguments) {
  if (!arguments[0].given) {
    return MakeNumber(Number::Int(0));
  }
  const Value& value = arguments[0].value;
  if (types::IsFloat8(value.type)) {
    return EmitCast(value, types::kInt64, arguments[0].range);
  }
  if (IsTimedelta(value)) {
    return Value::Runtime(TimeCount(value, type_of(value).unit), types::kInt64);
  }
  if (!RequireReal(arguments[0], "int")) {
    return Value();
  }
  if (value.is_number() && !value.typed) {
    const std::optional<Number> number =
        value.number.is_integral() ? std::optional(Number::Int(value.number.integer))
                                   : FoldMath("trunc", value.number);
    if (number && CastNumber(*number, abi::ScalarKind::Int64)->integer == number->integer) {
      return MakeNumber(*number);
    }
  }
  return types::IsInteger(value.type) ? value
                                      : EmitCast(value, types::kInt64, arguments[0].range);
}

Value FunctionEmitter::EmitFloatCast(const ast::Call&, const Arguments& arguments) {
  if (!arguments[0].given) {
    return MakeNumber(Number::Float(0.0));
  }
  const Value& value = arguments[0].value;
  if (value.is_object(ObjectKind::Str)) {
    // float("inf"), float("nan")
    if (const std::optional<Number> number = ParseNumber(value.object->text, true)) {
      return MakeNumber(*number);
    }
  }
  if (types::IsFloat8(value.type)) {
    return EmitCast(value, types::kFloat32, arguments[0].range);
  }
  if (!RequireReal(arguments[0], "float")) {
    return Value();
  }
  if (value.is_number() && !value.typed) {
    return MakeNumber(Number::Float(value.number.as_double()));
  }
  return types::IsFloat(value.type) ? value
                                    : EmitCast(value, types::kFloat64, arguments[0].range);
}

Value FunctionEmitter::EmitBoolCast(const ast::Call&, const Arguments& arguments) {
  if (!arguments[0].given) {
    return MakeNumber(Number::Bool(false));
  }
  return Truth(arguments[0].value, arguments[0].range);
}

Value FunctionEmitter::EmitComplexCast(const ast::Call& call, const Arguments& arguments) {
  if (!arguments[0].given) {
    return MakeNumber(Number::Complex(0.0, 0.0));
  }
  const Value& real = arguments[0].value;
  if (!arguments[1].given && real.is_scalar() && types::IsComplex(real.type)) {
    const bool widens = rules() == types::PromotionRules::Numba;
    return widens ? EmitCast(real, types::kComplex128, arguments[0].range) : real;
  }
  if (!RequireReal(arguments[0], "complex") ||
      (arguments[1].given && !RequireReal(arguments[1], "complex"))) {
    return Value();
  }
  const Value imag = arguments[1].given ? arguments[1].value : MakeTyped(Number::Int(0), real.type);
  if (real.is_number() && imag.is_number() && !real.typed && !imag.typed) {
    return MakeNumber(Number::Complex(real.number.as_double(), imag.number.as_double()));
  }
  const types::NumericType parts[] = {real.numeric(), imag.numeric()};
  const types::NumericType part =
      types::PromoteMath(rules(), std::span(parts, arguments[1].given ? 2 : 1));
  // Numba makes complex64 of float32 alone.
  const bool narrow = part.type == types::kFloat32 &&
                      (rules() == types::PromotionRules::Weak ||
                       (real.type == types::kFloat32 &&
                        (!arguments[1].given || imag.type == types::kFloat32)));
  const TypeId element = narrow ? types::kFloat32 : types::kFloat64;
  NoteCreep(narrow ? types::kComplex64 : types::kComplex128, real, imag, "complex", call.range);
  const kir::InstId real_inst = ConvertTo(real, element);
  const kir::InstId imag_inst = ConvertTo(imag, element);
  return Value::Runtime(builder_.ComplexMake(real_inst, imag_inst),
                        narrow ? types::kComplex64 : types::kComplex128, part.weak);
}

// Rounds to decimal places in the number's own floating type. As Numba has it, integers become
// float64, the narrowest ones float32, and float16 becomes float32.
Value FunctionEmitter::EmitRoundDigits(const ast::Call& call, const Arguments& arguments) {
  const Value& number = arguments[0].value;
  // Numba converts floats and bool to the integer that it wants.
  const bool numba = rules() == types::PromotionRules::Numba && arguments[1].value.is_scalar() &&
                     !types::IsComplex(arguments[1].value.type);
  if (!numba && !IsInteger(arguments[1].value)) {
    Report(arguments[1].range, diag::Kind::ArgumentType, "round", "an integer number of digits",
           Describe(arguments[1].value))
        .Emit();
    return Value();
  }
  const bool narrow = number.type == types::kFloat16 || IsTakenAsFloat32(number.type);
  const TypeId type = narrow                         ? types::kFloat32
                      : types::IsFloat(number.type) ? number.type
                                                     : types::kFloat64;
  const TypeId computed = types::scalar_bits(type) < 32 ? types::kFloat32 : type;
  const Value values[] = {Value::Runtime(ConvertTo(number, computed), computed),
                          Value::Runtime(ConvertTo(arguments[1].value, types::kInt64),
                                         types::kInt64)};
  const Value rounded = CallLibrary("reals.round_digits", values, call.range, "round");
  return rounded.is_poison()
             ? rounded
             : Value::Runtime(builder_.Convert(rounded.inst, type), type, number.weak);
}

// Round half to even, as an integer.
Value FunctionEmitter::EmitRound(const ast::Call& call, const Arguments& arguments) {
  if (!RequireReal(arguments[0], "round")) {
    return Value();
  }
  if (arguments[1].given && !arguments[1].value.is_none()) {
    return EmitRoundDigits(call, arguments);
  }
  const Value& value = arguments[0].value;
  if (!types::IsFloat(value.type)) {
    return EmitCast(value, types::kInt64, arguments[0].range);
  }
  const TypeId type = value.type == types::kFloat64 ? types::kFloat64 : types::kFloat32;
  const Value rounded =
      CallBuiltin(builtins::BuiltinId::MathRint, type, {ConvertTo(value, type)});
  return Value::Runtime(builder_.Convert(rounded.inst, types::kInt64), types::kInt64);
}

Value FunctionEmitter::EmitTupleCast(const ast::Call&, const Arguments& arguments) {
  if (!arguments[0].given) {
    return Value::Tuple({});
  }
  if (AsTuple(arguments[0].value)) {
    return arguments[0].value;
  }
  Report(arguments[0].range, diag::Kind::ArgumentType, "tuple", "a tuple",
         Describe(arguments[0].value))
      .Help("the length of a tuple is known while compiling")
      .Emit();
  return Value();
}

Value FunctionEmitter::EmitLen(const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (IsArray(value) && type_of(value).ndim == 0) {
    Report(arguments[0].range, diag::Kind::ZeroDimensional, SpellingAt(arguments[0].range))
        .Help("read it as `a[()]`")
        .Emit();
    return Value();
  }
  if (IsArray(value)) {
    return ArrayExtent(value, 0);
  }
  if (IsString(value)) {
    return StringLength(value, arguments[0].range);
  }
  if (IsChoice(program_->types(), value)) {
    return ChoiceLength(builder_, value);
  }
  if (const std::optional<std::vector<Value>> elements = AsTuple(value)) {
    return MakeNumber(Number::Int(Int128(elements->size())));
  }
  if (value.is_object(ObjectKind::Str)) {
    return MakeNumber(Number::Int(Int128(StringCharacters(value).size())));
  }
  if (IsRange(value)) {
    return SequenceOfRange(value).count;
  }
  if (IsFlat(value)) {
    return ArraySize(TupleParts(value)[0]);
  }
  Report(arguments[0].range, diag::Kind::ArgumentType, "len", "an array or tuple", Describe(value))
      .Help(value.is_scalar() ? fmt::format("it is a number already: write `{}`", SpellingAt(arguments[0].range)) : "")
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
