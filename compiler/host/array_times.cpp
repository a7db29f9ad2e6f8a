// Dates and times of NumPy: an array of no dimension whose record type is a count of a unit.
#include <cstring>
#include <limits>

#include "compiler/host/array.h"
#include "compiler/types/time_text.h"

namespace kernelc::host {
namespace {

using abi::RecordKind;

constexpr std::int64_t kNaT = std::numeric_limits<std::int64_t>::min();

Value MakeTime(Context& c, RecordKind kind, unsigned unit, std::int64_t count) {
  const Value made = NewArray(c, {abi::ScalarKind::kRecord, abi::RecordType::Time(kind, unit)}, {});
  std::memcpy(WritePlace(c, made), &count, sizeof(count));
  SetReadOnly(c, made, true);
  return made;
}

std::int64_t CountOf(Context& c, const Value& time) {
  std::int64_t count = 0;
  std::memcpy(&count, ReadPlace(c, time), sizeof(count));
  return count;
}

const abi::RecordType& TypeOfTime(const Value& time) { return *ViewOf(time).type.record; }

Value TimeOf(Context& c, const Arguments& a, RecordKind kind) {
  const Value value = a.Get(0, "value");
  const Value unit_name = a.Get(1, "unit");
  std::optional<unsigned> unit;
  if (unit_name.is(Kind::Str)) {
    unit = abi::FindTimeUnit(unit_name.object->text);
  }
  if ((!unit_name.is_undefined() && !unit) || !a.keywords.empty()) {
    GiveUp(c, "this unit of time is not followed");
  }
  if (value.tag == Tag::Int && (unit || kind == RecordKind::Timedelta)) {
    return MakeTime(c, kind, unit.value_or(abi::kGenericTime), value.integer);
  }
  if (value.is(Kind::Str) && value.object->text == "NaT") {
    return MakeTime(c, kind, unit.value_or(abi::kGenericTime), kNaT);
  }
  const std::optional<types::Moment> moment = value.is(Kind::Str) && kind == RecordKind::Datetime
                                                  ? types::ParseMoment(value.object->text)
                                                  : std::nullopt;
  const unsigned counted = unit ? *unit : moment ? moment->unit : abi::kGenericTime;
  const std::optional<std::int64_t> count =
      moment ? types::CountOf(*moment, counted) : std::nullopt;
  if (!count) {
    GiveUp(c, "this time is not followed");
  }
  return MakeTime(c, kind, counted, *count);
}

}  // namespace

bool IsTime(const Value& value) {
  return IsArray(value) && ViewOf(value).shape.empty() && ViewOf(value).type.record &&
         ViewOf(value).type.record->is_time();
}

Value TimeBinary(Context& c, ast::BinaryOperator op, const Value& a, const Value& b) {
  std::int64_t result = 0;
  const bool adds = op == ast::BinaryOperator::Add;
  if (IsTime(a) && IsTime(b) && (adds || op == ast::BinaryOperator::Sub)) {
    const bool a_is_date = TypeOfTime(a).kind == RecordKind::Datetime;
    const bool b_is_date = TypeOfTime(b).kind == RecordKind::Datetime;
    const std::int64_t x = CountOf(c, a);
    const std::int64_t y = CountOf(c, b);
    const bool is_wrong = b_is_date && (!a_is_date || adds);
    if (!is_wrong && TypeOfTime(a).unit == TypeOfTime(b).unit && x != kNaT && y != kNaT &&
        !(adds ? __builtin_add_overflow(x, y, &result) : __builtin_sub_overflow(x, y, &result))) {
      return MakeTime(c, a_is_date && !b_is_date ? RecordKind::Datetime : RecordKind::Timedelta,
                      TypeOfTime(a).unit, result);
    }
  }
  const Value& time = IsTime(a) ? a : b;
  const Value& factor = IsTime(a) ? b : a;
  if (op == ast::BinaryOperator::Mult && factor.tag == Tag::Int &&
      TypeOfTime(time).kind == RecordKind::Timedelta && CountOf(c, time) != kNaT &&
      !__builtin_mul_overflow(CountOf(c, time), factor.integer, &result)) {
    return MakeTime(c, RecordKind::Timedelta, TypeOfTime(time).unit, result);
  }
  GiveUp(c, "this operation with a time is not followed");
}

Value NumpyDatetime64(Context& c, const Arguments& a) { return TimeOf(c, a, RecordKind::Datetime); }
Value NumpyTimedelta64(Context& c, const Arguments& a) {
  return TimeOf(c, a, RecordKind::Timedelta);
}

}  // namespace kernelc::host
