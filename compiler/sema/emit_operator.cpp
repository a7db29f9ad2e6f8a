// Operators.
#include <algorithm>

#include "compiler/sema/advice.h"
#include "compiler/sema/choices.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/fold.h"
#include "compiler/sema/function_emitter.h"
#include "compiler/sema/predicates.h"

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
    return is_text(value)       ? std::optional(*value.object)
           : value.is_number() ? std::optional(Object::Of(value.number))
                                : std::nullopt;
  };
  const std::optional<Object> first = known(left);
  const std::optional<Object> second = known(right);
  return first && second && (is_text(left) || is_text(right)) ? FoldObjects(op, *first, *second)
                                                              : std::nullopt;
}

bool FitsInteger(const Number& number, TypeId type) {
  const std::optional<Number> cast = CastNumber(number, types::scalar_kind(type));
  return cast && cast->integer == number.integer;
}

bool IsWide(TypeId type) { return type == types::kFloat64 || type == types::kComplex128; }

}  // namespace

// What promotion sees. A weak literal that does not fit the other operand's integer type is an int64 after all.
std::pair<types::NumericType, types::NumericType> FunctionEmitter::Operands(
    const Value& left, const Value& right) const {
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

Value FunctionEmitter::EmitBinary(BinaryOperator op, const Value& left, const Value& right,
                                  SourceRange range, SourceRange left_range,
                                  SourceRange right_range) {
  if (left.is_poison() || right.is_poison()) {
    return left.pending || right.pending ? Value::Pending() : Value();
  }
  if (left.is_scalar() && right.is_scalar() && op != BinaryOperator::MatMult) {
    return EmitArithmetic(op, left, right, range);
  }
  if (IsTime(left) || IsTime(right)) {
    if (const std::optional<Value> result = EmitTimeBinary(op, left, right, range)) {
      return *result;
    }
  }
  if (IsArray(left) || IsArray(right)) {
    const Value& array = IsArray(left) ? left : right;
    const bool is_product = op == BinaryOperator::MatMult && IsArray(left) && IsArray(right);
    Report(range, diag::Kind::ArrayArithmetic, ast::operator_spelling(op))
        .Label(left_range, Describe(left))
        .Label(right_range, Describe(right))
        .Help(HelpForArrays(is_product, type_of(array).ndim, SpellingAt(IsArray(left) ? left_range : right_range),
                            SpellingAt(left_range), SpellingAt(right_range)))
        .Emit();
    return Value();
  }
  if (op == BinaryOperator::Add || op == BinaryOperator::Mult) {
    if (const std::optional<Object> text = FoldTexts(op, left, right)) {
      return Value::Of(*text);
    }
  }
  const std::optional<Value> result = EmitTupleBinary(op, left, right, range);
  if (!result) {
    Report(range, diag::Kind::NoOperator, ast::operator_spelling(op), Describe(left),
           Describe(right))
        .Label(left_range, Describe(left))
        .Label(right_range, Describe(right))
        .Help(left.is_object(ObjectKind::Str) || right.is_object(ObjectKind::Str)
                  ? HelpForText(false)
                  : HelpForOperands(left, right, SpellingAt(left_range), SpellingAt(right_range)))
        .Emit();
  }
  return result.value_or(Value());
}

// Concatenation and repetition by a constant; none where there is no such operator.
std::optional<Value> FunctionEmitter::EmitTupleBinary(BinaryOperator op, const Value& left,
                                                      const Value& right, SourceRange range) {
  constexpr std::size_t kMaxElements = 1000;
  const std::optional<std::vector<Value>> a = AsTuple(left);
  const std::optional<std::vector<Value>> b = AsTuple(right);
  std::vector<Value> elements;
  if (op == BinaryOperator::Add && a && b) {
    elements = *a;
    elements.insert(elements.end(), b->begin(), b->end());
    return NewTuple(std::move(elements), range);
  }
  const std::optional<std::int64_t> count = ConstantInt(right);
  if (op == BinaryOperator::Mult && a && count && a->size() <= kMaxElements &&
      *count <= static_cast<std::int64_t>(kMaxElements)) {
    for (std::int64_t i = 0; i < *count && elements.size() <= kMaxElements; ++i) {
      elements.insert(elements.end(), a->begin(), a->end());
    }
    return NewTuple(std::move(elements), range);
  }
  return std::nullopt;
}

Value FunctionEmitter::EmitArithmetic(BinaryOperator op, const Value& left, const Value& right,
                                      SourceRange range) {
  if (left.is_number() && right.is_number() && !left.typed && !right.typed) {
    const std::optional<Number> folded = FoldBinary(op, left.number, right.number);
    const bool fits = folded && (!folded->is_integral() ||
                                 FitsInteger(*folded, folded->integer < 0 ? types::kInt64
                                                                          : types::kUInt64));
    if (fits) {
      return MakeNumber(*folded);
    }
  }
  const ArithmeticOp arithmetic = ArithmeticOf(op);
  const auto [a, b] = Operands(left, right);
  const types::NumericType result =
      types::PromoteArithmetic(rules(), arithmetic, a, b);
  if (!result.type.has_value()) {
    Report(range, diag::Kind::NoOperator, ast::operator_spelling(op), Describe(left),
           Describe(right))
        .Help(op == BinaryOperator::BitXor ? "a power is written `**`" : "convert the operands to integers first")
        .Emit();
    return Value();
  }
  NoteCreep(result.type, left, right, ast::operator_spelling(op), range);
  if (op == BinaryOperator::Pow) {
    return EmitPower(left, right, result, range);
  }
  const kir::InstId a_inst = ConvertTo(left, result.type);
  const kir::InstId b_inst = ConvertTo(right, result.type);
  Value value = Value::Runtime(builder_.Binary(OpOf(arithmetic), a_inst, b_inst), result.type,
                               result.weak);
  value.nonnegative = value.nonnegative || KeepsSign(arithmetic, left, right);
  return value;
}

Value FunctionEmitter::EmitPower(const Value& base, const Value& exponent,
                                 types::NumericType result, SourceRange range) {
  const bool integral_exponent =
      types::IsInteger(exponent.type) || types::IsBool(exponent.type);
  const std::optional<std::int64_t> constant =
      integral_exponent ? ConstantInt(exponent) : std::nullopt;
  const bool integer_result = types::IsInteger(result.type);
  if (constant && *constant <= kMaxUnrolledExponent && *constant >= -kMaxUnrolledExponent &&
      (*constant >= 0 || !integer_result)) {
    return UnrollPower(base, *constant, result);
  }
  if (types::IsComplex(result.type)) {
    const Value operands[] = {Value::Runtime(ConvertTo(base, result.type), result.type),
                              Value::Runtime(ConvertTo(exponent, result.type), result.type)};
    Value power = CallLibrary("complexes.power", operands, range, "**");
    power.weak = result.weak;
    return power;
  }
  const bool narrow = types::scalar_bits(result.type) == 16;
  const TypeId type = narrow ? types::kFloat32 : result.type;
  const kir::InstId base_inst = ConvertTo(base, type);
  Value value;
  // As an int64, a large uint64 would be a negative exponent.
  const bool fits = exponent.type != types::kUInt64 || integer_result;
  if (integral_exponent && fits) {
    value = CallBuiltin(builtins::BuiltinId::PowInt, type,
                        {base_inst, ConvertTo(exponent, types::kInt64)});
  } else {
    value = CallBuiltin(builtins::BuiltinId::MathPow, type,
                        {base_inst, ConvertTo(exponent, type)});
  }
  value = Value::Runtime(builder_.Convert(value.inst, result.type), result.type, result.weak);
  return value;
}

// Square and multiply; a negative exponent gives the reciprocal.
Value FunctionEmitter::UnrollPower(const Value& base, std::int64_t exponent,
                                   types::NumericType result) {
  if (exponent == 0) {
    return Value::Runtime(MaterializeNumber(Number::Int(1), result.type), result.type,
                          result.weak);
  }
  kir::InstId power = ConvertTo(base, result.type);
  kir::InstId product;
  for (std::int64_t rest = exponent < 0 ? -exponent : exponent; rest > 0; rest >>= 1) {
    if ((rest & 1) != 0) {
      product = product.has_value() ? builder_.Binary(kir::Op::Mul, product, power) : power;
    }
    if (rest > 1) {
      power = builder_.Binary(kir::Op::Mul, power, power);
    }
  }
  if (exponent < 0) {
    const kir::InstId one = MaterializeNumber(Number::Int(1), result.type);
    product = builder_.Binary(kir::Op::Div, one, product);
  }
  Value value = Value::Runtime(product, result.type, result.weak);
  value.nonnegative = value.nonnegative || base.nonnegative;
  return value;
}

Value FunctionEmitter::EmitUnary(ast::UnaryOperator op, const Value& operand, SourceRange range) {
  if (IsTime(operand) && op != ast::UnaryOperator::Invert) {
    const bool negates = op == ast::UnaryOperator::USub;
    if (const std::optional<Value> result = EmitTimeUnary(negates, false, operand)) {
      return *result;
    }
  }
  if (!operand.is_scalar()) {
    Report(range, diag::Kind::NoUnaryOperator, ast::operator_spelling(op), Describe(operand))
        .Help(HelpForOperands(operand, operand, "", ""))
        .Emit();
    return Value();
  }
  if (operand.is_number() && !operand.typed) {
    if (const std::optional<Number> folded = FoldUnary(op, operand.number)) {
      return MakeNumber(*folded);
    }
  }
  const auto unary = op == ast::UnaryOperator::Invert  ? types::UnaryArithmeticOp::Invert
                     : op == ast::UnaryOperator::UAdd ? types::UnaryArithmeticOp::Pos
                                                      : types::UnaryArithmeticOp::Neg;
  const types::NumericType result =
      types::PromoteUnary(rules(), unary, operand.numeric());
  if (!result.type.has_value()) {
    Report(range, diag::Kind::NoUnaryOperator, ast::operator_spelling(op), Describe(operand))
        .Help("`~` is for integers and bools")
        .Emit();
    return Value();
  }
  if (types::IsBool(result.type)) {
    return Value::Runtime(builder_.LogicalNot(Materialize(operand)), types::kBool);
  }
  // The operation happens in the operand's type, and the result is widened.
  const TypeId own = types::IsBool(operand.type) ? result.type : operand.type;
  kir::InstId inst = ConvertTo(operand, own);
  if (unary != types::UnaryArithmeticOp::Pos) {
    inst = builder_.Unary(
        unary == types::UnaryArithmeticOp::Neg ? kir::Op::Neg : kir::Op::BitNot, inst);
  }
  Value value = Value::Runtime(builder_.Convert(inst, result.type), result.type, result.weak);
  value.nonnegative = value.nonnegative ||
                      (unary == types::UnaryArithmeticOp::Pos && operand.nonnegative);
  return value;
}

Value FunctionEmitter::EmitComparison(CompareOperator op, const Value& left, const Value& right,
                                      SourceRange range, SourceRange left_range,
                                      SourceRange right_range) {
  if (left.is_poison() || right.is_poison()) {
    return left.pending || right.pending ? Value::Pending() : Value();
  }
  if (IsOptional(left) || IsOptional(right)) {
    return CompareOptional(op, left, right, range, left_range, right_range);
  }
  if (const std::optional<Value> holds = CompareChoices(builder_, op, left, right)) {
    return *holds;
  }
  const bool is_text = left.is_object(ObjectKind::Str) && right.is_object(ObjectKind::Str);
  if (is_text && op != CompareOperator::Is && op != CompareOperator::IsNot) {
    const std::optional<bool> holds = CompareObjects(op, *left.object, *right.object);
    return holds ? MakeNumber(Number::Bool(*holds)) : Value();
  }
  if (op == CompareOperator::In || op == CompareOperator::NotIn) {
    return EmitContains(op == CompareOperator::NotIn, left, right, range, left_range, right_range);
  }
  const bool is_identity = op == CompareOperator::Is || op == CompareOperator::IsNot;
  if (is_identity && (left.kind == ValueKind::Object || right.kind == ValueKind::Object)) {
    return EmitIdentity(op == CompareOperator::IsNot, left, right, range);
  }
  if (is_identity && IsArray(left) && IsArray(right)) {
    // As Numba has it, arrays of different types are never the same.
    const Value values[] = {left, right};
    const std::string_view function = op == CompareOperator::Is ? "arrays.is_same" : "arrays.is_other";
    return left.type == right.type ? CallLibrary(function, values, range, "is")
                                   : MakeNumber(Number::Bool(op == CompareOperator::IsNot));
  }
  if (const std::optional<Value> result = EmitTimeComparison(op, left, right, range)) {
    return *result;
  }
  if (const std::optional<Value> result = EmitStringComparison(op, left, right, range)) {
    return *result;
  }
  if (left.kind == ValueKind::Object && right.kind == ValueKind::Object) {
    return EmitIdentity(op == CompareOperator::NotEq, left, right, range);
  }
  if (AsTuple(left) && AsTuple(right)) {
    CheckTupleOrder(op, std::min(AsTuple(left)->size(), AsTuple(right)->size()), range, left_range, right_range);
    return EmitTupleComparison(op, left, right, range, left_range, right_range);
  }
  const bool equality = is_identity || op == CompareOperator::Eq || op == CompareOperator::NotEq;
  const bool complex = left.is_scalar() && right.is_scalar() &&
                       (types::IsComplex(left.type) || types::IsComplex(right.type));
  if (!left.is_scalar() || !right.is_scalar() || (complex && !equality)) {
    Report(range, diag::Kind::NoOperator, ast::operator_spelling(op), Describe(left),
           Describe(right))
        .Label(left_range, Describe(left))
        .Label(right_range, Describe(right))
        .Help(IsArray(left) || IsArray(right) ? "compare elements: index the arrays, or write a loop"
              : left.is_object(ObjectKind::Str) || right.is_object(ObjectKind::Str) ? HelpForText(true)
              : complex ? "complex numbers have no order: compare `.real`, `.imag` or abs(...)"
                        : HelpForOperands(left, right, SpellingAt(left_range), SpellingAt(right_range)))
        .Emit();
    return Value();
  }
  // `is` of numbers compares values.
  const CompareOperator value_op = op == CompareOperator::Is      ? CompareOperator::Eq
                                   : op == CompareOperator::IsNot ? CompareOperator::NotEq
                                                                  : op;
  if (left.is_number() && right.is_number()) {
    if (const std::optional<bool> folded = FoldCompare(value_op, left.number, right.number)) {
      return MakeNumber(Number::Bool(*folded));
    }
  }
  const auto [a, b] = Operands(left, right);
  TypeId type = types::PromoteCompare(rules(), a, b);
  // Bools have an order as integers.
  if (types::IsBool(type) && !equality) {
    type = types::kUInt8;
  }
  return Value::Runtime(builder_.Compare(*PredicateOf(value_op), ConvertTo(left, type),
                                         ConvertTo(right, type)),
                        types::kBool);
}

// `is` and `==` where an operand is None, a string, a type or the like: known now.
Value FunctionEmitter::EmitIdentity(bool negated, const Value& left, const Value& right,
                                    SourceRange) {
  // `type(x) is float`: Python's numbers have types of 64 bits.
  const auto key = [](const Object& object) {
    const std::optional<abi::ScalarKind> number =
        object.kind == ObjectKind::External ? FindPythonNumber(object.text) : std::nullopt;
    return ObjectKey(number ? Object::Type(abi::ArgType::Scalar(*number)) : object);
  };
  const bool same = left.kind == ValueKind::Object && right.kind == ValueKind::Object &&
                    key(*left.object) == key(*right.object);
  return MakeNumber(Number::Bool(same != negated));
}

Value FunctionEmitter::EmitContains(bool negated, const Value& left, const Value& right,
                                    SourceRange range, SourceRange left_range,
                                    SourceRange right_range) {
  if (IsRange(right) && IsInteger(left)) {
    return RangeContains(negated, left, right);
  }
  const std::optional<std::vector<Value>> elements = AsTuple(right);
  if (!elements) {
    Report(range, diag::Kind::NoOperator, negated ? "not in" : "in", Describe(left),
           Describe(right))
        .Label(right_range, Describe(right))
        .Help(IsArray(right) ? "`in` looks through tuples; search arrays with a loop"
                             : "`in` looks through tuples and ranges")
        .Emit();
    return Value();
  }
  kir::InstId found;
  for (const Value& element : *elements) {
    const Value equal =
        EmitComparison(CompareOperator::Eq, left, element, range, left_range, right_range);
    if (equal.is_poison()) {
      return equal;
    }
    // What is known needs no code; `in` stops at the first that is equal.
    if (equal.is_number()) {
      if (equal.number.truth()) {
        return MakeNumber(Number::Bool(!negated));
      }
      continue;
    }
    const kir::InstId inst = Materialize(equal);
    found = found.has_value() ? builder_.Binary(kir::Op::Or, found, inst) : inst;
  }
  if (!found.has_value()) {
    return MakeNumber(Number::Bool(negated));
  }
  return Value::Runtime(negated ? builder_.LogicalNot(found) : found, types::kBool);
}

// Lexicographic, as in Python.
Value FunctionEmitter::EmitTupleComparison(CompareOperator op, const Value& left,
                                           const Value& right, SourceRange range,
                                           SourceRange left_range, SourceRange right_range) {
  const std::vector<Value> a = *AsTuple(left);
  const std::vector<Value> b = *AsTuple(right);
  const bool equality = op == CompareOperator::Eq || op == CompareOperator::NotEq;
  if (equality && a.size() != b.size()) {
    return MakeNumber(Number::Bool(op == CompareOperator::NotEq));
  }
  const std::size_t common = std::min(a.size(), b.size());
  // From the last element to the first: result = a[i] == b[i] ? result : a[i] op b[i].
  const Value sizes = MakeNumber(Number::Bool(
      *FoldCompare(op, Number::Int(Int128(a.size())), Number::Int(Int128(b.size())))));
  kir::InstId result = Materialize(sizes);
  for (std::size_t i = common; i-- > 0;) {
    const Value equal =
        EmitComparison(CompareOperator::Eq, a[i], b[i], range, left_range, right_range);
    if (equal.is_poison()) {
      return Value();
    }
    const Value decided = EmitComparison(op, a[i], b[i], range, left_range, right_range);
    if (decided.is_poison()) {
      return Value();
    }
    result = builder_.Select(Materialize(equal), result, Materialize(decided));
  }
  return Value::Runtime(result, types::kBool);
}

void FunctionEmitter::NoteCreep(TypeId result, const Value& left, const Value& right,
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
      instance_->creep.size() == kMostCandidates) {
    return;
  }
  CreepCandidate candidate;
  candidate.range = range;
  // Functions of one operand give it twice.
  candidate.text = &left == &right
                       ? fmt::format("`{}` of {}", what, Describe(left))
                       : fmt::format("`{}` of {} and {}", what, Describe(left), Describe(right));
  const bool constant = (left.is_number() && !left.typed) || (right.is_number() && !right.typed);
  const bool integers = !types::IsFloat(left.type) && !types::IsFloat(right.type) &&
                        !types::IsComplex(left.type) && !types::IsComplex(right.type);
  const bool native = rules() == types::PromotionRules::Weak;
  const std::string cast = fmt::format(
      "{}{}(...)", native ? "" : "np.", types::IsComplex(result) ? "complex64" : "float32");
  candidate.help =
      integers ? fmt::format("convert integers first, for example with `{}`", cast)
      : constant && !native
          ? fmt::format("write the constant as `{}`, or use `--literals weak`", cast)
          : fmt::format("convert the wider operand with `{0}`; pass scalar arguments as {1}", cast,
                        types::IsComplex(result) ? "complex64" : "float32");
  instance_->creep.push_back(std::move(candidate));
}

}  // namespace kernelc::sema
