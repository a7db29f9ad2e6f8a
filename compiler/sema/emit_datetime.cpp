// datetime64 and timedelta64: 64-bit counts of a unit, with NaT, as NumPy computes with them.
#include <algorithm>
#include <array>
#include <limits>

#include "compiler/sema/function_emitter.h"
#include "compiler/sema/predicates.h"
#include "compiler/sema/reductions.h"

namespace kernelc::sema {

using ast::BinaryOperator;
using ast::CompareOperator;
using kir::ComparePredicate;
using kir::Op;

namespace {

constexpr std::int64_t kNaT = std::numeric_limits<std::int64_t>::min();
// Units up to here have no fixed length.
constexpr unsigned kMonth = 1;
constexpr unsigned kDay = 3;

// How many of the next finer unit one of this is; in the order of abi::kTimeUnits.
constexpr std::array<std::int64_t, 12> kSteps = {12,   0,    7,    24,   60,   60,
                                                 1000, 1000, 1000, 1000, 1000, 1000};

// The finer of two units; null where years and months that have no date meet units of fixed length.
std::optional<unsigned> CommonUnit(const types::Type& a, const types::Type& b) {
  if (a.unit == abi::kGenericTime || b.unit == abi::kGenericTime) {
    return a.unit == abi::kGenericTime ? b.unit : a.unit;
  }
  const types::Type& coarse = a.unit < b.unit ? a : b;
  const types::Type& fine = a.unit < b.unit ? b : a;
  if (coarse.unit <= kMonth && fine.unit > kMonth && coarse.record_kind != abi::RecordKind::Datetime) {
    return std::nullopt;
  }
  return fine.unit;
}

}  // namespace

bool FunctionEmitter::IsTime(const Value& value) {
  return value.kind == ValueKind::Runtime && type_of(value).kind == types::TypeKind::Datetime;
}

bool FunctionEmitter::IsTimedelta(const Value& value) {
  return IsTime(value) && type_of(value).record_kind == abi::RecordKind::Timedelta;
}

TypeId FunctionEmitter::TimeType(abi::RecordKind kind, unsigned unit) {
  types::Type type;
  type.kind = types::TypeKind::Datetime;
  type.record_kind = kind;
  type.unit = static_cast<std::uint8_t>(unit);
  return program_->types().Intern(type);
}

Value FunctionEmitter::MakeTime(kir::InstId count, abi::RecordKind kind, unsigned unit) {
  const TypeId type = TimeType(kind, unit);
  return Value::Runtime(builder_.Append(Op::Bitcast, type, {count}), type);
}

kir::InstId FunctionEmitter::IsNaT(kir::InstId count) {
  return builder_.Compare(ComparePredicate::Eq, count, builder_.ConstInt(types::kInt64, kNaT));
}

// The count of a time in a finer unit.
kir::InstId FunctionEmitter::TimeCount(const Value& time, unsigned unit) {
  const kir::InstId count = builder_.Append(Op::Bitcast, types::kInt64, {time.inst});
  const unsigned from = type_of(time).unit;
  if (from <= kMonth && unit > kMonth && unit != abi::kGenericTime) {
    // Months become days by the calendar.
    const Value months = Value::Runtime(TimeCount(time, kMonth), types::kInt64);
    const Value days = CallLibrary("times.days_of_months", {&months, 1}, builder_.range(), "datetime64");
    const Value date = MakeTime(builder_.Select(IsNaT(months.inst), months.inst, days.inst),
                                abi::RecordKind::Datetime, kDay);
    return TimeCount(date, unit);
  }
  std::int64_t factor = 1;
  for (unsigned i = from; from != abi::kGenericTime && i < unit; ++i) {
    // Beyond 64 bits NumPy overflows as well.
    if (__builtin_mul_overflow(factor, kSteps[i], &factor)) {
      factor = 0;
    }
  }
  if (factor == 1) {
    return count;
  }
  const kir::InstId scaled =
      builder_.Binary(Op::Mul, count, builder_.ConstInt(types::kInt64, factor));
  return builder_.Select(IsNaT(count), count, scaled);
}

std::optional<unsigned> FunctionEmitter::TimeUnit(const Value& left, const Value& right,
                                                  SourceRange range) {
  const std::optional<unsigned> unit = CommonUnit(type_of(left), type_of(right));
  if (!unit) {
    Report(range, diag::Kind::TimeUnits, Describe(left), Describe(right))
        .Help("months and years have no fixed length; convert on the host")
        .Emit();
  }
  return unit;
}

// `result` where neither count is NaT, else `otherwise`.
kir::InstId FunctionEmitter::UnlessNaT(kir::InstId left, kir::InstId right, kir::InstId result,
                                       kir::InstId otherwise) {
  const kir::InstId is_nat = builder_.Binary(Op::Or, IsNaT(left), IsNaT(right));
  return builder_.Select(is_nat, otherwise, result);
}

std::optional<Value> FunctionEmitter::EmitTimeComparison(CompareOperator op, const Value& left,
                                                         const Value& right, SourceRange range) {
  if (!IsTime(left) || !IsTime(right) || IsTimedelta(left) != IsTimedelta(right)) {
    return std::nullopt;
  }
  const std::optional<unsigned> unit = TimeUnit(left, right, range);
  if (!unit) {
    return Value();
  }
  const std::optional<ComparePredicate> predicate = PredicateOf(op);
  if (!predicate) {
    return std::nullopt;
  }
  const kir::InstId a = TimeCount(left, *unit);
  const kir::InstId b = TimeCount(right, *unit);
  return Value::Runtime(UnlessNaT(a, b, builder_.Compare(*predicate, a, b),
                                  builder_.ConstBool(op == CompareOperator::NotEq)),
                        types::kBool);
}

// min and max of times of one type, as the comparisons choose; null where none is a time.
std::optional<Value> FunctionEmitter::EmitTimeExtreme(std::span<const Value> values, bool want_max) {
  const Value& first = values.front();
  const auto is_same = [&](const Value& value) { return IsTime(value) && value.type == first.type; };
  if (!std::ranges::all_of(values, is_same)) {
    return std::nullopt;
  }
  const types::Type type = type_of(first);
  kir::InstId best = TimeCount(first, type.unit);
  for (const Value& value : values.subspan(1)) {
    const kir::InstId count = TimeCount(value, type.unit);
    const ComparePredicate predicate = want_max ? ComparePredicate::Gt : ComparePredicate::Lt;
    const kir::InstId better = UnlessNaT(count, best, builder_.Compare(predicate, count, best),
                                         builder_.ConstBool(false));
    best = builder_.Select(better, count, best);
  }
  return MakeTime(best, type.record_kind, type.unit);
}

// The sum or mean of an array of timedelta64; null for other elements and functions.
std::optional<Value> FunctionEmitter::EmitTimeReduction(const ReductionInfo& info, std::string_view name,
                                                        const Value& array, SourceRange range) {
  const bool is_sum = info.function == "arrays.sum";
  if (!IsArray(array) || (!is_sum && info.function != "arrays.mean")) {
    return std::nullopt;
  }
  const types::Type element = program_->types().get(type_of(array).element);
  if (element.kind != types::TypeKind::Datetime || element.record_kind != abi::RecordKind::Timedelta) {
    return std::nullopt;
  }
  const Value values[] = {
      array, MakeTime(builder_.ConstInt(types::kInt64, 0), abi::RecordKind::Timedelta, element.unit)};
  return CallLibrary(is_sum ? "times.sum" : "times.mean", values, range, name);
}

// Sums and differences; quotients and remainders of two timedeltas.
std::optional<Value> FunctionEmitter::EmitTimePair(BinaryOperator op, const Value& left,
                                                   const Value& right, SourceRange range) {
  const bool left_delta = IsTimedelta(left);
  const bool right_delta = IsTimedelta(right);
  const bool both = left_delta && right_delta;
  const bool adds = op == BinaryOperator::Add && (left_delta || right_delta);
  const bool subtracts = op == BinaryOperator::Sub && (right_delta || !left_delta);
  const bool divides = both && (op == BinaryOperator::Div || op == BinaryOperator::FloorDiv ||
                                op == BinaryOperator::Mod);
  if (!adds && !subtracts && !divides) {
    return std::nullopt;
  }
  const std::optional<unsigned> unit = TimeUnit(left, right, range);
  if (!unit) {
    return Value();
  }
  const kir::InstId a = TimeCount(left, *unit);
  const kir::InstId b = TimeCount(right, *unit);
  const kir::InstId nat = builder_.ConstInt(types::kInt64, kNaT);
  const kir::InstId zero = builder_.ConstInt(types::kInt64, 0);
  if (op == BinaryOperator::Div) {
    const kir::InstId quotient = builder_.Binary(Op::Div, builder_.Convert(a, types::kFloat64),
                                                 builder_.Convert(b, types::kFloat64));
    const kir::InstId nan =
        builder_.ConstFloat(types::kFloat64, std::numeric_limits<double>::quiet_NaN());
    return Value::Runtime(UnlessNaT(a, b, quotient, nan), types::kFloat64);
  }
  if (op == BinaryOperator::FloorDiv) {
    return Value::Runtime(UnlessNaT(a, b, builder_.Binary(Op::FloorDiv, a, b), zero),
                          types::kInt64);
  }
  if (op == BinaryOperator::Mod) {
    const kir::InstId by_zero = builder_.Compare(ComparePredicate::Eq, b, zero);
    const kir::InstId rest =
        builder_.Select(by_zero, nat, builder_.Binary(Op::Mod, a, b));
    return MakeTime(UnlessNaT(a, b, rest, nat), abi::RecordKind::Timedelta, *unit);
  }
  const bool is_delta = adds ? both : left_delta == right_delta;
  const kir::InstId sum = builder_.Binary(adds ? Op::Add : Op::Sub, a, b);
  return MakeTime(UnlessNaT(a, b, sum, nat),
                  is_delta ? abi::RecordKind::Timedelta : abi::RecordKind::Datetime, *unit);
}

// timedelta * number, number * timedelta, timedelta / number, timedelta // number
std::optional<Value> FunctionEmitter::EmitTimeScale(BinaryOperator op, const Value& time,
                                                    const Value& number) {
  const bool multiplies = op == BinaryOperator::Mult;
  const bool is_float = types::IsFloat(number.type);
  if (!IsTimedelta(time) || types::IsComplex(number.type) ||
      (!multiplies && op != BinaryOperator::Div && op != BinaryOperator::FloorDiv)) {
    return std::nullopt;
  }
  const unsigned unit = type_of(time).unit;
  const kir::InstId count = TimeCount(time, unit);
  const kir::InstId nat = builder_.ConstInt(types::kInt64, kNaT);
  kir::InstId result;
  if (is_float) {
    const kir::InstId factor = ConvertTo(number, types::kFloat64);
    const kir::InstId product = builder_.Binary(
        multiplies ? Op::Mul : Op::Div, builder_.Convert(count, types::kFloat64), factor);
    // What is no number, or too large for one, is no time.
    const kir::InstId limit = builder_.ConstFloat(types::kFloat64, 9223372036854775808.0);
    const kir::InstId low = builder_.Compare(ComparePredicate::Gt, product,
                                             builder_.Unary(Op::Neg, limit));
    const kir::InstId high = builder_.Compare(ComparePredicate::Lt, product, limit);
    const kir::InstId fits = builder_.Binary(Op::And, low, high);
    const kir::InstId safe =
        builder_.Select(fits, product, builder_.ConstFloat(types::kFloat64, 0.0));
    result = builder_.Select(fits, builder_.Convert(safe, types::kInt64), nat);
  } else {
    const kir::InstId factor = ConvertTo(number, types::kInt64);
    result = multiplies ? builder_.Binary(Op::Mul, count, factor)
                        : DivideTime(count, factor);
  }
  return MakeTime(builder_.Select(IsNaT(count), nat, result), abi::RecordKind::Timedelta, unit);
}

// Division by an integer, towards zero, with `/` and with `//`; by zero it gives NaT.
kir::InstId FunctionEmitter::DivideTime(kir::InstId count, kir::InstId divisor) {
  const kir::InstId zero = builder_.ConstInt(types::kInt64, 0);
  const kir::InstId nat = builder_.ConstInt(types::kInt64, kNaT);
  const kir::InstId down = builder_.Binary(Op::FloorDiv, count, divisor);
  const kir::InstId rest = builder_.Binary(Op::Mod, count, divisor);
  const kir::InstId is_exact = builder_.Compare(ComparePredicate::Eq, rest, zero);
  const kir::InstId is_negative = builder_.Compare(ComparePredicate::Lt, down, zero);
  const kir::InstId raised = builder_.Binary(Op::Add, down, builder_.ConstInt(types::kInt64, 1));
  const kir::InstId quotient =
      builder_.Select(is_exact, down, builder_.Select(is_negative, raised, down));
  return builder_.Select(builder_.Compare(ComparePredicate::Eq, divisor, zero), nat, quotient);
}

std::optional<Value> FunctionEmitter::EmitTimeBinary(BinaryOperator op, const Value& left,
                                                     const Value& right, SourceRange range) {
  if (IsTime(left) && IsTime(right)) {
    return EmitTimePair(op, left, right, range);
  }
  if (IsTime(left) && right.is_scalar()) {
    return EmitTimeScale(op, left, right);
  }
  if (IsTime(right) && left.is_scalar() && op == BinaryOperator::Mult) {
    return EmitTimeScale(op, right, left);
  }
  return std::nullopt;
}

// -t, +t and abs(t)
std::optional<Value> FunctionEmitter::EmitTimeUnary(bool negates, bool is_abs, const Value& time) {
  if (!IsTimedelta(time)) {
    return std::nullopt;
  }
  if (!negates) {
    return time;
  }
  const unsigned unit = type_of(time).unit;
  const kir::InstId count = TimeCount(time, unit);
  kir::InstId negative =
      builder_.Binary(Op::Sub, builder_.ConstInt(types::kInt64, 0), count);
  if (is_abs) {
    const kir::InstId is_positive = builder_.Compare(ComparePredicate::Ge, count,
                                                     builder_.ConstInt(types::kInt64, 0));
    negative = builder_.Select(is_positive, count, negative);
  }
  return MakeTime(builder_.Select(IsNaT(count), count, negative), abi::RecordKind::Timedelta,
                  unit);
}

Value FunctionEmitter::EmitIsNat(const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (!IsTime(value)) {
    Report(arguments[0].range, diag::Kind::ArgumentType, "np.isnat", "a datetime64 or timedelta64",
           Describe(value))
        .Emit();
    return Value();
  }
  return Value::Runtime(IsNaT(TimeCount(value, type_of(value).unit)), types::kBool);
}

// np.timedelta64(3, 'D'), np.datetime64('NaT', 'D')
Value FunctionEmitter::EmitTimeCall(const ast::Call& call, const Arguments& arguments,
                                    abi::RecordKind kind) {
  const Value& value = arguments[0].value;
  unsigned unit = abi::kGenericTime;
  if (arguments[1].given) {
    const Value& text = arguments[1].value;
    const std::optional<unsigned> found = text.is_object(ObjectKind::Str)
                                              ? abi::FindTimeUnit(text.object->text)
                                              : std::nullopt;
    if (!found) {
      Report(arguments[1].range, diag::Kind::ArgumentType, SpellingAt(call.func->range),
             "a unit such as 'D' or 'ms'", Describe(text))
          .Emit();
      return Value();
    }
    unit = *found;
  }
  if (value.is_object(ObjectKind::Str) && value.object->text == "NaT") {
    return MakeTime(builder_.ConstInt(types::kInt64, kNaT), kind, unit);
  }
  if (IsTime(value) && IsTimedelta(value) == (kind == abi::RecordKind::Timedelta)) {
    const unsigned from = type_of(value).unit;
    if (unit == abi::kGenericTime ||
        CommonUnit(type_of(value), program_->types().get(TimeType(kind, unit))) == unit) {
      const unsigned target = unit == abi::kGenericTime ? from : unit;
      return MakeTime(TimeCount(value, target), kind, target);
    }
  }
  if (value.is_object(ObjectKind::Str)) {
    if (const std::optional<Object> known = EvalConstant(&call); known && known->array) {
      return EmitConstArray(known->array);
    }
  }
  if (!IsInteger(value)) {
    Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(call.func->range),
           "an integer, 'NaT', a date or a time of a coarser unit", Describe(value))
        .Help("dates are texts like '2024-02-29' and '2024-02-29T12:30:00'; pass other times as arguments")
        .Emit();
    return Value();
  }
  return MakeTime(ConvertTo(value, types::kInt64), kind, unit);
}

Value FunctionEmitter::EmitTimedelta64(const ast::Call& call, const Arguments& arguments) {
  return EmitTimeCall(call, arguments, abi::RecordKind::Timedelta);
}

Value FunctionEmitter::EmitDatetime64(const ast::Call& call, const Arguments& arguments) {
  return EmitTimeCall(call, arguments, abi::RecordKind::Datetime);
}

// A time of the same or a coarser unit into an array.
bool FunctionEmitter::StoreTime(kir::InstId pointer, const Value& value, SourceRange value_range) {
  const TypeId element = program_->types().get(builder_.type_of(pointer)).element;
  const types::Type target = program_->types().get(element);
  if (IsTime(value) && type_of(value).record_kind == target.record_kind &&
      CommonUnit(type_of(value), target) == target.unit) {
    const kir::InstId count = TimeCount(value, target.unit);
    builder_.Store(pointer, builder_.Append(Op::Bitcast, element, {count}));
    return true;
  }
  Report(value_range, diag::Kind::StoreType, Describe(value), Spell(element))
      .Help("store times of the same kind, of the same or a coarser unit")
      .Emit();
  return false;
}

}  // namespace kernelc::sema
