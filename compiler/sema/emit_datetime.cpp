#include "compiler/sema/emit_datetime.h"

#include <algorithm>
#include <array>
#include <limits>

#include "compiler/functions/functions.h"
#include "compiler/sema/emit_constant.h"
#include "compiler/sema/emit_library.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/predicates.h"

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
  if (coarse.unit <= kMonth && fine.unit > kMonth &&
      coarse.record_kind != abi::RecordKind::Datetime) {
    return std::nullopt;
  }
  return fine.unit;
}

TypeId TimeType(FunctionContext& fn, abi::RecordKind kind, unsigned unit) {
  types::Type type;
  type.kind = types::TypeKind::Datetime;
  type.record_kind = kind;
  type.unit = static_cast<std::uint8_t>(unit);
  return fn.program.types().Intern(type);
}

kir::InstId IsNaT(FunctionContext& fn, kir::InstId count) {
  return fn.builder.Compare(ComparePredicate::Eq, count, fn.builder.ConstInt(types::kInt64, kNaT));
}

std::optional<unsigned> TimeUnit(FunctionContext& fn, const Value& left, const Value& right,
                                 SourceRange range) {
  const std::optional<unsigned> unit = CommonUnit(fn.type_of(left), fn.type_of(right));
  if (!unit) {
    fn.Report(range, diag::Kind::TimeUnits, Describe(fn, left), Describe(fn, right))
        .Help("months and years have no fixed length; convert on the host")
        .Emit();
  }
  return unit;
}

// `result` where neither count is NaT, else `otherwise`.
kir::InstId UnlessNaT(FunctionContext& fn, kir::InstId left, kir::InstId right, kir::InstId result,
                      kir::InstId otherwise) {
  const kir::InstId is_nat = fn.builder.Binary(Op::Or, IsNaT(fn, left), IsNaT(fn, right));
  return fn.builder.Select(is_nat, otherwise, result);
}

// Sums and differences; quotients and remainders of two timedeltas.
std::optional<Value> EmitTimePair(FunctionContext& fn, BinaryOperator op, const Value& left,
                                  const Value& right, SourceRange range) {
  const bool left_delta = IsTimedelta(fn, left);
  const bool right_delta = IsTimedelta(fn, right);
  const bool both = left_delta && right_delta;
  const bool adds = op == BinaryOperator::Add && (left_delta || right_delta);
  const bool subtracts = op == BinaryOperator::Sub && (right_delta || !left_delta);
  const bool divides = both && (op == BinaryOperator::Div || op == BinaryOperator::FloorDiv ||
                                op == BinaryOperator::Mod);
  if (!adds && !subtracts && !divides) {
    return std::nullopt;
  }
  const std::optional<unsigned> unit = TimeUnit(fn, left, right, range);
  if (!unit) {
    return Value();
  }
  const kir::InstId a = TimeCount(fn, left, *unit);
  const kir::InstId b = TimeCount(fn, right, *unit);
  const kir::InstId nat = fn.builder.ConstInt(types::kInt64, kNaT);
  const kir::InstId zero = fn.builder.ConstInt(types::kInt64, 0);
  if (op == BinaryOperator::Div) {
    const kir::InstId quotient = fn.builder.Binary(Op::Div, fn.builder.Convert(a, types::kFloat64),
                                                   fn.builder.Convert(b, types::kFloat64));
    const kir::InstId nan =
        fn.builder.ConstFloat(types::kFloat64, std::numeric_limits<double>::quiet_NaN());
    return Value::Runtime(UnlessNaT(fn, a, b, quotient, nan), types::kFloat64);
  }
  if (op == BinaryOperator::FloorDiv) {
    return Value::Runtime(UnlessNaT(fn, a, b, fn.builder.Binary(Op::FloorDiv, a, b), zero),
                          types::kInt64);
  }
  if (op == BinaryOperator::Mod) {
    const kir::InstId by_zero = fn.builder.Compare(ComparePredicate::Eq, b, zero);
    const kir::InstId rest = fn.builder.Select(by_zero, nat, fn.builder.Binary(Op::Mod, a, b));
    return MakeTime(fn, UnlessNaT(fn, a, b, rest, nat), abi::RecordKind::Timedelta, *unit);
  }
  const bool is_delta = adds ? both : left_delta == right_delta;
  const kir::InstId sum = fn.builder.Binary(adds ? Op::Add : Op::Sub, a, b);
  return MakeTime(fn, UnlessNaT(fn, a, b, sum, nat),
                  is_delta ? abi::RecordKind::Timedelta : abi::RecordKind::Datetime, *unit);
}

// Division by an integer, towards zero, with `/` and with `//`; by zero it gives NaT.
kir::InstId DivideTime(FunctionContext& fn, kir::InstId count, kir::InstId divisor) {
  const kir::InstId zero = fn.builder.ConstInt(types::kInt64, 0);
  const kir::InstId nat = fn.builder.ConstInt(types::kInt64, kNaT);
  const kir::InstId down = fn.builder.Binary(Op::FloorDiv, count, divisor);
  const kir::InstId rest = fn.builder.Binary(Op::Mod, count, divisor);
  const kir::InstId is_exact = fn.builder.Compare(ComparePredicate::Eq, rest, zero);
  const kir::InstId is_negative = fn.builder.Compare(ComparePredicate::Lt, down, zero);
  const kir::InstId raised =
      fn.builder.Binary(Op::Add, down, fn.builder.ConstInt(types::kInt64, 1));
  const kir::InstId quotient =
      fn.builder.Select(is_exact, down, fn.builder.Select(is_negative, raised, down));
  return fn.builder.Select(fn.builder.Compare(ComparePredicate::Eq, divisor, zero), nat, quotient);
}

// timedelta * number, number * timedelta, timedelta / number, timedelta // number
std::optional<Value> EmitTimeScale(FunctionContext& fn, BinaryOperator op, const Value& time,
                                   const Value& number) {
  const bool multiplies = op == BinaryOperator::Mult;
  const bool is_float = types::IsFloat(number.type);
  if (!IsTimedelta(fn, time) || types::IsComplex(number.type) ||
      (!multiplies && op != BinaryOperator::Div && op != BinaryOperator::FloorDiv)) {
    return std::nullopt;
  }
  const unsigned unit = fn.type_of(time).unit;
  const kir::InstId count = TimeCount(fn, time, unit);
  const kir::InstId nat = fn.builder.ConstInt(types::kInt64, kNaT);
  kir::InstId result;
  if (is_float) {
    const kir::InstId factor = ConvertTo(fn, number, types::kFloat64);
    const kir::InstId product = fn.builder.Binary(
        multiplies ? Op::Mul : Op::Div, fn.builder.Convert(count, types::kFloat64), factor);
    // What is no number, or too large for one, is no time.
    const kir::InstId limit = fn.builder.ConstFloat(types::kFloat64, 9223372036854775808.0);
    const kir::InstId low =
        fn.builder.Compare(ComparePredicate::Gt, product, fn.builder.Unary(Op::Neg, limit));
    const kir::InstId high = fn.builder.Compare(ComparePredicate::Lt, product, limit);
    const kir::InstId fits = fn.builder.Binary(Op::And, low, high);
    const kir::InstId safe =
        fn.builder.Select(fits, product, fn.builder.ConstFloat(types::kFloat64, 0.0));
    result = fn.builder.Select(fits, fn.builder.Convert(safe, types::kInt64), nat);
  } else {
    const kir::InstId factor = ConvertTo(fn, number, types::kInt64);
    result = multiplies ? fn.builder.Binary(Op::Mul, count, factor) : DivideTime(fn, count, factor);
  }
  return MakeTime(fn, fn.builder.Select(IsNaT(fn, count), nat, result), abi::RecordKind::Timedelta,
                  unit);
}

// np.timedelta64(3, 'D'), np.datetime64('NaT', 'D')
Value EmitTimeCall(FunctionContext& fn, const ast::Call& call, const Arguments& arguments,
                   abi::RecordKind kind) {
  const Value& value = arguments[0].value;
  unsigned unit = abi::kGenericTime;
  if (arguments[1].given) {
    const Value& text = arguments[1].value;
    const std::optional<unsigned> found =
        text.is_object(ObjectKind::Str) ? abi::FindTimeUnit(text.object->text) : std::nullopt;
    if (!found) {
      fn.Report(arguments[1].range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range),
                "a unit such as 'D' or 'ms'", Describe(fn, text))
          .Emit();
      return Value();
    }
    unit = *found;
  }
  if (value.is_object(ObjectKind::Str) && value.object->text == "NaT") {
    return MakeTime(fn, fn.builder.ConstInt(types::kInt64, kNaT), kind, unit);
  }
  if (IsTime(fn, value) && IsTimedelta(fn, value) == (kind == abi::RecordKind::Timedelta)) {
    const unsigned from = fn.type_of(value).unit;
    if (unit == abi::kGenericTime ||
        CommonUnit(fn.type_of(value), fn.program.types().get(TimeType(fn, kind, unit))) == unit) {
      const unsigned target = unit == abi::kGenericTime ? from : unit;
      return MakeTime(fn, TimeCount(fn, value, target), kind, target);
    }
  }
  if (value.is_object(ObjectKind::Str)) {
    if (const std::optional<Object> known = EvalConstant(fn, &call); known && known->array) {
      return EmitConstArray(fn, known->array);
    }
  }
  if (!IsInteger(value)) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range),
              "an integer, 'NaT', a date or a time of a coarser unit", Describe(fn, value))
        .Help(
            "dates are texts like '2024-02-29' and '2024-02-29T12:30:00'; pass other times as "
            "arguments")
        .Emit();
    return Value();
  }
  return MakeTime(fn, ConvertTo(fn, value, types::kInt64), kind, unit);
}

}  // namespace

bool IsTime(FunctionContext& fn, const Value& value) {
  return value.kind == ValueKind::Runtime && fn.type_of(value).kind == types::TypeKind::Datetime;
}

bool IsTimedelta(FunctionContext& fn, const Value& value) {
  return IsTime(fn, value) && fn.type_of(value).record_kind == abi::RecordKind::Timedelta;
}

Value MakeTime(FunctionContext& fn, kir::InstId count, abi::RecordKind kind, unsigned unit) {
  const TypeId type = TimeType(fn, kind, unit);
  return Value::Runtime(fn.builder.Append(Op::Bitcast, type, {count}), type);
}

kir::InstId TimeCount(FunctionContext& fn, const Value& time, unsigned unit) {
  const kir::InstId count = fn.builder.Append(Op::Bitcast, types::kInt64, {time.inst});
  const unsigned from = fn.type_of(time).unit;
  if (from <= kMonth && unit > kMonth && unit != abi::kGenericTime) {
    // Months become days by the calendar.
    const Value months = Value::Runtime(TimeCount(fn, time, kMonth), types::kInt64);
    const Value days =
        CallLibrary(fn, "times.days_of_months", {&months, 1}, fn.builder.range(), "datetime64");
    const Value date =
        MakeTime(fn, fn.builder.Select(IsNaT(fn, months.inst), months.inst, days.inst),
                 abi::RecordKind::Datetime, kDay);
    return TimeCount(fn, date, unit);
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
      fn.builder.Binary(Op::Mul, count, fn.builder.ConstInt(types::kInt64, factor));
  return fn.builder.Select(IsNaT(fn, count), count, scaled);
}

std::optional<Value> EmitTimeComparison(FunctionContext& fn, CompareOperator op, const Value& left,
                                        const Value& right, SourceRange range) {
  if (!IsTime(fn, left) || !IsTime(fn, right) || IsTimedelta(fn, left) != IsTimedelta(fn, right)) {
    return std::nullopt;
  }
  const std::optional<unsigned> unit = TimeUnit(fn, left, right, range);
  if (!unit) {
    return Value();
  }
  const std::optional<ComparePredicate> predicate = PredicateOf(op);
  if (!predicate) {
    return std::nullopt;
  }
  const kir::InstId a = TimeCount(fn, left, *unit);
  const kir::InstId b = TimeCount(fn, right, *unit);
  return Value::Runtime(UnlessNaT(fn, a, b, fn.builder.Compare(*predicate, a, b),
                                  fn.builder.ConstBool(op == CompareOperator::NotEq)),
                        types::kBool);
}

std::optional<Value> EmitTimeExtreme(FunctionContext& fn, std::span<const Value> values,
                                     bool want_max) {
  const Value& first = values.front();
  const auto is_same = [&](const Value& value) {
    return IsTime(fn, value) && value.type == first.type;
  };
  if (!std::ranges::all_of(values, is_same)) {
    return std::nullopt;
  }
  const types::Type type = fn.type_of(first);
  kir::InstId best = TimeCount(fn, first, type.unit);
  for (const Value& value : values.subspan(1)) {
    const kir::InstId count = TimeCount(fn, value, type.unit);
    const ComparePredicate predicate = want_max ? ComparePredicate::Gt : ComparePredicate::Lt;
    const kir::InstId better = UnlessNaT(
        fn, count, best, fn.builder.Compare(predicate, count, best), fn.builder.ConstBool(false));
    best = fn.builder.Select(better, count, best);
  }
  return MakeTime(fn, best, type.record_kind, type.unit);
}

std::optional<Value> EmitTimeReduction(FunctionContext& fn, const functions::ReductionInfo& info,
                                       std::string_view name, const Value& array,
                                       SourceRange range) {
  const bool is_sum = info.function == "arrays.sum";
  if (!IsArray(fn, array) || (!is_sum && info.function != "arrays.mean")) {
    return std::nullopt;
  }
  const types::Type element = fn.program.types().get(fn.type_of(array).element);
  if (element.kind != types::TypeKind::Datetime ||
      element.record_kind != abi::RecordKind::Timedelta) {
    return std::nullopt;
  }
  const Value values[] = {array, MakeTime(fn, fn.builder.ConstInt(types::kInt64, 0),
                                          abi::RecordKind::Timedelta, element.unit)};
  return CallLibrary(fn, is_sum ? "times.sum" : "times.mean", values, range, name);
}

std::optional<Value> EmitTimeBinary(FunctionContext& fn, BinaryOperator op, const Value& left,
                                    const Value& right, SourceRange range) {
  if (IsTime(fn, left) && IsTime(fn, right)) {
    return EmitTimePair(fn, op, left, right, range);
  }
  if (IsTime(fn, left) && right.is_scalar()) {
    return EmitTimeScale(fn, op, left, right);
  }
  if (IsTime(fn, right) && left.is_scalar() && op == BinaryOperator::Mult) {
    return EmitTimeScale(fn, op, right, left);
  }
  return std::nullopt;
}

std::optional<Value> EmitTimeUnary(FunctionContext& fn, bool negates, bool is_abs,
                                   const Value& time) {
  if (!IsTimedelta(fn, time)) {
    return std::nullopt;
  }
  if (!negates) {
    return time;
  }
  const unsigned unit = fn.type_of(time).unit;
  const kir::InstId count = TimeCount(fn, time, unit);
  kir::InstId negative = fn.builder.Binary(Op::Sub, fn.builder.ConstInt(types::kInt64, 0), count);
  if (is_abs) {
    const kir::InstId is_positive =
        fn.builder.Compare(ComparePredicate::Ge, count, fn.builder.ConstInt(types::kInt64, 0));
    negative = fn.builder.Select(is_positive, count, negative);
  }
  return MakeTime(fn, fn.builder.Select(IsNaT(fn, count), count, negative),
                  abi::RecordKind::Timedelta, unit);
}

Value EmitIsNat(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (!IsTime(fn, value)) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, "np.isnat",
              "a datetime64 or timedelta64", Describe(fn, value))
        .Emit();
    return Value();
  }
  return Value::Runtime(IsNaT(fn, TimeCount(fn, value, fn.type_of(value).unit)), types::kBool);
}

Value EmitTimedelta64(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitTimeCall(fn, call, arguments, abi::RecordKind::Timedelta);
}

Value EmitDatetime64(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitTimeCall(fn, call, arguments, abi::RecordKind::Datetime);
}

bool StoreTime(FunctionContext& fn, kir::InstId pointer, const Value& value,
               SourceRange value_range) {
  const TypeId element = fn.program.types().get(fn.builder.type_of(pointer)).element;
  const types::Type target = fn.program.types().get(element);
  if (IsTime(fn, value) && fn.type_of(value).record_kind == target.record_kind &&
      CommonUnit(fn.type_of(value), target) == target.unit) {
    const kir::InstId count = TimeCount(fn, value, target.unit);
    fn.builder.Store(pointer, fn.builder.Append(Op::Bitcast, element, {count}));
    return true;
  }
  fn.Report(value_range, diag::Kind::StoreType, Describe(fn, value), fn.Spell(element))
      .Help("store times of the same kind, of the same or a coarser unit")
      .Emit();
  return false;
}

}  // namespace kernelc::sema
