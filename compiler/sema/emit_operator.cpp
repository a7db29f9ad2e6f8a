#include "compiler/sema/emit_operator.h"

#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/paths.h"
#include "compiler/functions/functions.h"
#include "compiler/sema/choices.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_datetime.h"
#include "compiler/sema/emit_library.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_range.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_string.h"
#include "compiler/sema/emit_tuple_operator.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/help_texts.h"
#include "compiler/sema/predicates.h"
#include "compiler/sema/slips.h"
#include "compiler/types/written_types.h"

namespace kernelc::sema {

using ast::BinaryOperator;
using ast::CompareOperator;
using types::ArithmeticOp;

namespace {

// Exponents up to here are unrolled into multiplications, as Numba does.
constexpr std::int64_t kMaxUnrolledExponent = 65536;

ArithmeticOp ArithmeticOf(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::Add:
      return ArithmeticOp::Add;
    case BinaryOperator::Sub:
      return ArithmeticOp::Sub;
    case BinaryOperator::Mult:
      return ArithmeticOp::Mul;
    case BinaryOperator::Div:
      return ArithmeticOp::TrueDiv;
    case BinaryOperator::FloorDiv:
      return ArithmeticOp::FloorDiv;
    case BinaryOperator::Mod:
      return ArithmeticOp::Mod;
    case BinaryOperator::Pow:
      return ArithmeticOp::Pow;
    case BinaryOperator::LShift:
      return ArithmeticOp::Shl;
    case BinaryOperator::RShift:
      return ArithmeticOp::Shr;
    case BinaryOperator::BitOr:
      return ArithmeticOp::Or;
    case BinaryOperator::BitXor:
      return ArithmeticOp::Xor;
    case BinaryOperator::BitAnd:
      return ArithmeticOp::And;
    case BinaryOperator::MatMult:
      break;
  }
  KC_FATAL("operator");
}

kir::Op OpOf(ArithmeticOp op) {
  switch (op) {
    case ArithmeticOp::Add:
      return kir::Op::Add;
    case ArithmeticOp::Sub:
      return kir::Op::Sub;
    case ArithmeticOp::Mul:
      return kir::Op::Mul;
    case ArithmeticOp::TrueDiv:
      return kir::Op::Div;
    case ArithmeticOp::FloorDiv:
      return kir::Op::FloorDiv;
    case ArithmeticOp::Mod:
      return kir::Op::Mod;
    case ArithmeticOp::And:
      return kir::Op::And;
    case ArithmeticOp::Or:
      return kir::Op::Or;
    case ArithmeticOp::Xor:
      return kir::Op::Xor;
    case ArithmeticOp::Shl:
      return kir::Op::Shl;
    case ArithmeticOp::Shr:
      return kir::Op::Shr;
    case ArithmeticOp::Pow:
      break;
  }
  KC_FATAL("operator");
}

// Whether the result of an operation on values that are not negative is not negative either.
bool KeepsSign(ArithmeticOp op, const Value& left, const Value& right) {
  switch (op) {
    case ArithmeticOp::Add:
    case ArithmeticOp::Mul:
    case ArithmeticOp::FloorDiv:
    case ArithmeticOp::Or:
    case ArithmeticOp::Xor:
      return left.nonnegative && right.nonnegative;
    // The remainder has the divisor's sign, and `&` that of the operand that is not negative.
    case ArithmeticOp::Mod:
      return right.nonnegative;
    case ArithmeticOp::And:
      return left.nonnegative || right.nonnegative;
    case ArithmeticOp::Shr:
      return left.nonnegative;
    case ArithmeticOp::Sub:
    case ArithmeticOp::Shl:
    case ArithmeticOp::TrueDiv:
    case ArithmeticOp::Pow:
      return false;
  }
  KC_FATAL("operator");
}

// `"a" + "b"` and `"a" * 3` of what is known.
std::optional<Object> FoldTexts(BinaryOperator op, const Value& left, const Value& right) {
  const auto is_text = [](const Value& value) {
    return value.is_object(ObjectKind::Str) && !value.object->is_bytes;
  };
  const auto known = [&](const Value& value) -> std::optional<Object> {
    return is_text(value)      ? std::optional(*value.object)
           : value.is_number() ? std::optional(Object::Of(value.number))
                               : std::nullopt;
  };
  const std::optional<Object> first = known(left);
  const std::optional<Object> second = known(right);
  return first && second && (is_text(left) || is_text(right)) ? constants::FoldTexts(op, *first, *second)
                                                              : std::nullopt;
}

bool FitsInteger(const Number& number, TypeId type) {
  const std::optional<Number> cast = constants::CastNumber(number, types::scalar_kind(type));
  return cast && cast->integer == number.integer;
}

bool IsWide(TypeId type) { return type == types::kFloat64 || type == types::kComplex128; }

// What promotion sees. A weak literal that does not fit the other operand's integer type is an
// int64 after all.
std::pair<types::NumericType, types::NumericType> Operands(const Value& left, const Value& right) {
  types::NumericType a = left.numeric();
  types::NumericType b = right.numeric();
  const auto adjust = [](const Value& literal, types::NumericType* own,
                         const types::NumericType& other) {
    if (literal.is_number() && own->weak && !other.weak && literal.number.is_integral() &&
        types::IsInteger(other.type) && !FitsInteger(literal.number, other.type)) {
      own->weak = false;
    }
  };
  adjust(left, &a, right.numeric());
  adjust(right, &b, left.numeric());
  return {a, b};
}

// Square and multiply; a negative exponent gives the reciprocal.
Value UnrollPower(FunctionContext& fn, const Value& base, std::int64_t exponent,
                  types::NumericType result) {
  if (exponent == 0) {
    return Value::Runtime(MaterializeNumber(fn, Number::Int(1), result.type), result.type,
                          result.weak);
  }
  kir::InstId power = ConvertTo(fn, base, result.type);
  kir::InstId product;
  for (std::int64_t rest = exponent < 0 ? -exponent : exponent; rest > 0; rest >>= 1) {
    if ((rest & 1) != 0) {
      product = product.has_value() ? fn.builder.Binary(kir::Op::Mul, product, power) : power;
    }
    if (rest > 1) {
      power = fn.builder.Binary(kir::Op::Mul, power, power);
    }
  }
  if (exponent < 0) {
    const kir::InstId one = MaterializeNumber(fn, Number::Int(1), result.type);
    product = fn.builder.Binary(kir::Op::Div, one, product);
  }
  Value value = Value::Runtime(product, result.type, result.weak);
  value.nonnegative = value.nonnegative || base.nonnegative;
  return value;
}

Value EmitPower(FunctionContext& fn, const Value& base, const Value& exponent,
                types::NumericType result, SourceRange range) {
  const bool integral_exponent = types::IsInteger(exponent.type) || types::IsBool(exponent.type);
  const std::optional<std::int64_t> constant =
      integral_exponent ? ConstantInt(exponent) : std::nullopt;
  const bool integer_result = types::IsInteger(result.type);
  if (constant && *constant <= kMaxUnrolledExponent && *constant >= -kMaxUnrolledExponent &&
      (*constant >= 0 || !integer_result)) {
    return UnrollPower(fn, base, *constant, result);
  }
  if (types::IsComplex(result.type)) {
    const Value operands[] = {Value::Runtime(ConvertTo(fn, base, result.type), result.type),
                              Value::Runtime(ConvertTo(fn, exponent, result.type), result.type)};
    Value power = CallLibrary(fn, "complexes.power", operands, range, "**");
    power.weak = result.weak;
    return power;
  }
  const bool narrow = types::scalar_bits(result.type) == 16;
  const TypeId type = narrow ? types::kFloat32 : result.type;
  const kir::InstId base_inst = ConvertTo(fn, base, type);
  Value value;
  // As an int64, a large uint64 would be a negative exponent.
  const bool fits = exponent.type != types::kUInt64 || integer_result;
  if (integral_exponent && fits) {
    value = CallBuiltin(fn, builtins::BuiltinId::PowInt, type,
                        {base_inst, ConvertTo(fn, exponent, types::kInt64)});
  } else {
    value = CallBuiltin(fn, builtins::BuiltinId::MathPow, type,
                        {base_inst, ConvertTo(fn, exponent, type)});
  }
  value = Value::Runtime(fn.builder.Convert(value.inst, result.type), result.type, result.weak);
  return value;
}

Value EmitArithmetic(FunctionContext& fn, BinaryOperator op, const Value& left, const Value& right,
                     SourceRange range) {
  if (left.is_number() && right.is_number() && !left.typed && !right.typed) {
    const std::optional<Number> folded = constants::FoldBinary(op, left.number, right.number);
    const bool fits =
        folded && (!folded->is_integral() ||
                   FitsInteger(*folded, folded->integer < 0 ? types::kInt64 : types::kUInt64));
    if (fits) {
      return MakeNumber(fn, *folded);
    }
  }
  const ArithmeticOp arithmetic = ArithmeticOf(op);
  const auto [a, b] = Operands(left, right);
  const types::NumericType result = types::PromoteArithmetic(fn.rules(), arithmetic, a, b);
  if (!result.type.has_value()) {
    fn.Report(range, diag::Kind::NoOperator, ast::operator_spelling(op), Describe(fn, left),
              Describe(fn, right))
        .Help(op == BinaryOperator::BitXor ? "a power is written `**`"
                                           : "convert the operands to integers first")
        .Emit();
    return Value();
  }
  NoteCreep(fn, result.type, left, right, ast::operator_spelling(op), range);
  if (op == BinaryOperator::Pow) {
    return EmitPower(fn, left, right, result, range);
  }
  const kir::InstId a_inst = ConvertTo(fn, left, result.type);
  const kir::InstId b_inst = ConvertTo(fn, right, result.type);
  Value value =
      Value::Runtime(fn.builder.Binary(OpOf(arithmetic), a_inst, b_inst), result.type, result.weak);
  value.nonnegative = value.nonnegative || KeepsSign(arithmetic, left, right);
  return value;
}

// `is` and `==` where an operand is None, a string, a type or the like: known now.
Value EmitIdentity(FunctionContext& fn, bool is_identity, bool negated, const Value& left,
                   const Value& right) {
  // `type(x) is float`: Python's numbers have types of 64 bits.
  const auto meant = [](const Object& object) {
    const std::optional<abi::ScalarKind> number =
        object.kind == ObjectKind::External ? types::FindPythonNumber(object.text) : std::nullopt;
    return number ? Object::Type(abi::ArgType::Scalar(*number)) : object;
  };
  bool same = left.object != nullptr && right.object != nullptr;
  if (same) {
    const Object a = meant(*left.object);
    const Object b = meant(*right.object);
    same = is_identity ? constants::IsSame(a, b) : ObjectKey(a) == ObjectKey(b);
  }
  return MakeNumber(fn, Number::Bool(same != negated));
}

// Numbers; of all else that comes here nothing can be compared.
Value CompareNumbers(FunctionContext& fn, CompareOperator op, const Value& left, const Value& right,
                     SourceRange range, SourceRange left_range, SourceRange right_range) {
  const bool is_identity = op == CompareOperator::Is || op == CompareOperator::IsNot;
  const bool equality = is_identity || op == CompareOperator::Eq || op == CompareOperator::NotEq;
  const bool complex = left.is_scalar() && right.is_scalar() &&
                       (types::IsComplex(left.type) || types::IsComplex(right.type));
  if (!left.is_scalar() || !right.is_scalar() || (complex && !equality)) {
    fn.Report(range, diag::Kind::NoOperator, ast::operator_spelling(op), Describe(fn, left),
              Describe(fn, right))
        .Label(left_range, Describe(fn, left))
        .Label(right_range, Describe(fn, right))
        .Help(IsArray(fn, left) || IsArray(fn, right)
                  ? "compare elements: index the arrays, or write a loop"
              : left.is_object(ObjectKind::Str) || right.is_object(ObjectKind::Str)
                  ? HelpForText(true)
              : complex ? "complex numbers have no order: compare `.real`, `.imag` or abs(...)"
                        : HelpForOperands(left, right, SpellingAt(fn, left_range),
                                          SpellingAt(fn, right_range)))
        .Emit();
    return Value();
  }
  // `is` of numbers compares values.
  const CompareOperator value_op = op == CompareOperator::Is      ? CompareOperator::Eq
                                   : op == CompareOperator::IsNot ? CompareOperator::NotEq
                                                                  : op;
  if (left.is_number() && right.is_number()) {
    if (const std::optional<bool> folded = constants::FoldCompare(value_op, left.number, right.number)) {
      return MakeNumber(fn, Number::Bool(*folded));
    }
  }
  const auto [a, b] = Operands(left, right);
  TypeId type = types::PromoteCompare(fn.rules(), a, b);
  // Bools have an order as integers.
  if (types::IsBool(type) && !equality) {
    type = types::kUInt8;
  }
  return Value::Runtime(fn.builder.Compare(*PredicateOf(value_op), ConvertTo(fn, left, type),
                                           ConvertTo(fn, right, type)),
                        types::kBool);
}

}  // namespace

Value EmitBinary(FunctionContext& fn, BinaryOperator op, const Value& left, const Value& right,
                 SourceRange range, SourceRange left_range, SourceRange right_range) {
  if (left.is_poison() || right.is_poison()) {
    return left.pending || right.pending ? Value::Pending() : Value();
  }
  if (left.is_scalar() && right.is_scalar() && op != BinaryOperator::MatMult) {
    return EmitArithmetic(fn, op, left, right, range);
  }
  if (IsTime(fn, left) || IsTime(fn, right)) {
    if (const std::optional<Value> result = EmitTimeBinary(fn, op, left, right, range)) {
      return *result;
    }
  }
  if (IsArray(fn, left) || IsArray(fn, right)) {
    const Value& array = IsArray(fn, left) ? left : right;
    const bool is_product =
        op == BinaryOperator::MatMult && IsArray(fn, left) && IsArray(fn, right);
    fn.Report(range, diag::Kind::ArrayArithmetic, ast::operator_spelling(op))
        .Label(left_range, Describe(fn, left))
        .Label(right_range, Describe(fn, right))
        .Help(HelpForArrays(is_product, fn.type_of(array).ndim,
                            SpellingAt(fn, IsArray(fn, left) ? left_range : right_range),
                            SpellingAt(fn, left_range), SpellingAt(fn, right_range)))
        .Emit();
    return Value();
  }
  if (op == BinaryOperator::Add || op == BinaryOperator::Mult) {
    if (const std::optional<Object> text = FoldTexts(op, left, right)) {
      return Value::Of(*text);
    }
  }
  const std::optional<Value> result = EmitTupleBinary(fn, op, left, right, range);
  if (!result) {
    fn.Report(range, diag::Kind::NoOperator, ast::operator_spelling(op), Describe(fn, left),
              Describe(fn, right))
        .Label(left_range, Describe(fn, left))
        .Label(right_range, Describe(fn, right))
        .Help(left.is_object(ObjectKind::Str) || right.is_object(ObjectKind::Str)
                  ? HelpForText(false)
                  : HelpForOperands(left, right, SpellingAt(fn, left_range),
                                    SpellingAt(fn, right_range)))
        .Emit();
  }
  return result.value_or(Value());
}

Value EmitUnary(FunctionContext& fn, ast::UnaryOperator op, const Value& operand,
                SourceRange range) {
  if (IsTime(fn, operand) && op != ast::UnaryOperator::Invert) {
    const bool negates = op == ast::UnaryOperator::USub;
    if (const std::optional<Value> result = EmitTimeUnary(fn, negates, false, operand)) {
      return *result;
    }
  }
  if (!operand.is_scalar()) {
    fn.Report(range, diag::Kind::NoUnaryOperator, ast::operator_spelling(op), Describe(fn, operand))
        .Help(HelpForOperands(operand, operand, "", ""))
        .Emit();
    return Value();
  }
  if (operand.is_number() && !operand.typed) {
    if (const std::optional<Number> folded = constants::FoldUnary(op, operand.number)) {
      return MakeNumber(fn, *folded);
    }
  }
  const auto unary = op == ast::UnaryOperator::Invert ? types::UnaryArithmeticOp::Invert
                     : op == ast::UnaryOperator::UAdd ? types::UnaryArithmeticOp::Pos
                                                      : types::UnaryArithmeticOp::Neg;
  const types::NumericType result = types::PromoteUnary(fn.rules(), unary, operand.numeric());
  if (!result.type.has_value()) {
    fn.Report(range, diag::Kind::NoUnaryOperator, ast::operator_spelling(op), Describe(fn, operand))
        .Help("`~` is for integers and bools")
        .Emit();
    return Value();
  }
  if (types::IsBool(result.type)) {
    return Value::Runtime(fn.builder.LogicalNot(Materialize(fn, operand)), types::kBool);
  }
  // The operation happens in the operand's type, and the result is widened.
  const TypeId own = types::IsBool(operand.type) ? result.type : operand.type;
  kir::InstId inst = ConvertTo(fn, operand, own);
  if (unary != types::UnaryArithmeticOp::Pos) {
    inst = fn.builder.Unary(unary == types::UnaryArithmeticOp::Neg ? kir::Op::Neg : kir::Op::BitNot,
                            inst);
  }
  Value value = Value::Runtime(fn.builder.Convert(inst, result.type), result.type, result.weak);
  value.nonnegative =
      value.nonnegative || (unary == types::UnaryArithmeticOp::Pos && operand.nonnegative);
  return value;
}

Value EmitComparison(FunctionContext& fn, CompareOperator op, const Value& left, const Value& right,
                     SourceRange range, SourceRange left_range, SourceRange right_range) {
  if (left.is_poison() || right.is_poison()) {
    return left.pending || right.pending ? Value::Pending() : Value();
  }
  if (IsOptional(fn, left) || IsOptional(fn, right)) {
    return CompareOptional(fn, op, left, right, range, left_range, right_range);
  }
  if (const std::optional<Value> holds = CompareChoices(fn.builder, op, left, right)) {
    return *holds;
  }
  const bool is_text = left.is_object(ObjectKind::Str) && right.is_object(ObjectKind::Str);
  if (is_text && op != CompareOperator::Is && op != CompareOperator::IsNot) {
    const std::optional<bool> holds = constants::CompareTexts(op, *left.object, *right.object);
    return holds ? MakeNumber(fn, Number::Bool(*holds)) : Value();
  }
  if (op == CompareOperator::In || op == CompareOperator::NotIn) {
    return EmitContains(fn, op == CompareOperator::NotIn, left, right, range, left_range,
                        right_range);
  }
  const bool is_identity = op == CompareOperator::Is || op == CompareOperator::IsNot;
  const bool are_lists = left.kind == ValueKind::Tuple && left.object != nullptr &&
                         right.kind == ValueKind::Tuple && right.object != nullptr;
  if (is_identity &&
      (left.kind == ValueKind::Object || right.kind == ValueKind::Object || are_lists)) {
    return EmitIdentity(fn, true, op == CompareOperator::IsNot, left, right);
  }
  if (is_identity && IsArray(fn, left) && IsArray(fn, right)) {
    // As Numba has it, arrays of different types are never the same.
    const Value values[] = {left, right};
    const std::string_view function =
        op == CompareOperator::Is ? "arrays.is_same" : "arrays.is_other";
    return left.type == right.type ? CallLibrary(fn, function, values, range, "is")
                                   : MakeNumber(fn, Number::Bool(op == CompareOperator::IsNot));
  }
  if (const std::optional<Value> result = EmitTimeComparison(fn, op, left, right, range)) {
    return *result;
  }
  if (const std::optional<Value> result = EmitStringComparison(fn, op, left, right, range)) {
    return *result;
  }
  if (left.kind == ValueKind::Object && right.kind == ValueKind::Object) {
    return EmitIdentity(fn, false, op == CompareOperator::NotEq, left, right);
  }
  if (AsTuple(fn, left) && AsTuple(fn, right)) {
    CheckTupleOrder(fn, op, std::min(AsTuple(fn, left)->size(), AsTuple(fn, right)->size()), range,
                    left_range, right_range);
    return EmitTupleComparison(fn, op, left, right, range, left_range, right_range);
  }
  return CompareNumbers(fn, op, left, right, range, left_range, right_range);
}

Value EmitContains(FunctionContext& fn, bool negated, const Value& left, const Value& right,
                   SourceRange range, SourceRange left_range, SourceRange right_range) {
  if (IsRange(fn, right) && IsInteger(left)) {
    return RangeContains(fn, negated, left, right);
  }
  const Value table = left.is_scalar() ? AsPassed(fn, right) : right;
  if (IsArray(fn, table) && !IsArray(fn, right)) {
    const Value values[] = {table, left};
    const Value found = CallLibrary(fn, "arrays.contains", values, range, "in");
    return negated ? Value::Runtime(fn.builder.LogicalNot(found.inst), types::kBool) : found;
  }
  const TupleElements elements = AsTuple(fn, right);
  if (!elements) {
    fn.Report(range, diag::Kind::NoOperator, negated ? "not in" : "in", Describe(fn, left),
              Describe(fn, right))
        .Label(right_range, Describe(fn, right))
        .Help(IsArray(fn, right) ? "`in` looks through tuples; search arrays with a loop"
                                 : "`in` looks through tuples and ranges")
        .Emit();
    return Value();
  }
  kir::InstId found;
  for (const Value& element : *elements) {
    const Value equal =
        EmitComparison(fn, CompareOperator::Eq, left, element, range, left_range, right_range);
    if (equal.is_poison()) {
      return equal;
    }
    // What is known needs no code; `in` stops at the first that is equal.
    if (equal.is_number()) {
      if (equal.number.truth()) {
        return MakeNumber(fn, Number::Bool(!negated));
      }
      continue;
    }
    const kir::InstId inst = Materialize(fn, equal);
    found = found.has_value() ? fn.builder.Binary(kir::Op::Or, found, inst) : inst;
  }
  if (!found.has_value()) {
    return MakeNumber(fn, Number::Bool(negated));
  }
  return Value::Runtime(negated ? fn.builder.LogicalNot(found) : found, types::kBool);
}

void NoteCreep(FunctionContext& fn, TypeId result, const Value& left, const Value& right,
               std::string_view what, SourceRange range) {
  const auto is_wide_at_run_time = [](const Value& value) {
    return value.kind == ValueKind::Runtime && IsWide(value.type) && !value.weak;
  };
  const auto is_narrow_at_run_time = [](const Value& value) {
    return value.kind == ValueKind::Runtime && !IsWide(value.type) &&
           (types::IsFloat(value.type) || types::IsComplex(value.type));
  };
  constexpr std::size_t kMostCandidates = 64;
  // A value that is double already explains a double result, unless it drags a narrower one along.
  const bool was_wide = is_wide_at_run_time(left) || is_wide_at_run_time(right);
  const bool drags = is_narrow_at_run_time(left) || is_narrow_at_run_time(right);
  // What is known is computed while compiling.
  const bool known = left.is_number() && right.is_number();
  if (!IsWide(result) || known || (was_wide && !drags) || (left.weak && right.weak) ||
      fn.instance.creep.size() == kMostCandidates) {
    return;
  }
  CreepCandidate candidate;
  candidate.range = range;
  // Functions of one operand give it twice.
  candidate.text = &left == &right ? fmt::format("`{}` of {}", what, Describe(fn, left))
                                   : fmt::format("`{}` of {} and {}", what, Describe(fn, left),
                                                 Describe(fn, right));
  const bool constant = (left.is_number() && !left.typed) || (right.is_number() && !right.typed);
  const bool integers = !types::IsFloat(left.type) && !types::IsFloat(right.type) &&
                        !types::IsComplex(left.type) && !types::IsComplex(right.type);
  const bool native = fn.rules() == types::PromotionRules::Weak;
  const std::string cast = fmt::format("{}{}(...)", native ? "" : "np.",
                                       types::IsComplex(result) ? "complex64" : "float32");
  candidate.help =
      integers ? fmt::format("convert integers first, for example with `{}`", cast)
      : constant && !native
          ? fmt::format("write the constant as `{}`, or use `--literals weak`", cast)
          : fmt::format("convert the wider operand with `{0}`; pass scalar arguments as {1}", cast,
                        types::IsComplex(result) ? "complex64" : "float32");
  fn.instance.creep.push_back(std::move(candidate));
}

}  // namespace kernelc::sema
