#include "compiler/constants/const_times.h"

#include <cstring>
#include <limits>

#include "compiler/constants/const_eval.h"
#include "compiler/types/time_text.h"

namespace kernelc::constants {
namespace {

using ast::BinaryOperator;

constexpr std::int64_t kNaT = std::numeric_limits<std::int64_t>::min();

Object TimeObject(std::int64_t count, abi::RecordKind kind, unsigned unit) {
  ConstArray array;
  array.record = abi::RecordType::Time(kind, unit);
  array.records.resize(sizeof(count));
  std::memcpy(array.records.data(), &count, sizeof(count));
  return ArrayObject(std::move(array));
}

}  // namespace

bool IsTime(const Object& object) {
  return object.kind == ObjectKind::Array && object.array->shape.empty() && object.array->record &&
         object.array->record->is_time();
}

std::int64_t ConstantTime(const ConstArray& array) {
  std::int64_t count = 0;
  std::memcpy(&count, array.records.data(), sizeof(count));
  return count;
}

std::optional<Object> TimeCall(std::string_view name, const NumpyArguments& arguments) {
  const abi::RecordKind kind =
      name == "datetime64" ? abi::RecordKind::Datetime : abi::RecordKind::Timedelta;
  const Object* value = arguments.Find(0, "value");
  const Object* unit_name = arguments.Find(1, "unit");
  std::optional<unsigned> unit;
  if (unit_name != nullptr) {
    unit = abi::FindTimeUnit(unit_name->text);
    if (!unit || unit_name->kind != ObjectKind::Str) {
      return std::nullopt;
    }
  }
  if (value == nullptr || !arguments.keywords.empty()) {
    return std::nullopt;
  }
  if (value->is_int() && (unit || kind == abi::RecordKind::Timedelta)) {
    return TimeObject(static_cast<std::int64_t>(value->number.integer), kind,
                      unit.value_or(abi::kGenericTime));
  }
  if (value->kind != ObjectKind::Str) {
    return std::nullopt;
  }
  if (value->text == "NaT") {
    return TimeObject(kNaT, kind, unit.value_or(abi::kGenericTime));
  }
  const std::optional<types::Moment> moment =
      kind == abi::RecordKind::Datetime ? types::ParseMoment(value->text) : std::nullopt;
  const std::optional<std::int64_t> count =
      moment ? types::CountOf(*moment, unit.value_or(moment->unit)) : std::nullopt;
  return count ? std::optional(TimeObject(*count, kind, unit.value_or(moment->unit)))
               : std::nullopt;
}

std::optional<Object> FoldTimes(BinaryOperator op, const Object& left, const Object& right) {
  const bool adds = op == BinaryOperator::Add || op == BinaryOperator::Sub;
  if (IsTime(left) && IsTime(right)) {
    const abi::RecordType& from = *left.array->record;
    const abi::RecordType& by = *right.array->record;
    const std::int64_t a = ConstantTime(*left.array);
    const std::int64_t b = ConstantTime(*right.array);
    const bool left_is_date = from.kind == abi::RecordKind::Datetime;
    const bool right_is_date = by.kind == abi::RecordKind::Datetime;
    std::int64_t result = 0;
    // Other units than one are left to kernels, which know how they convert.
    if (!adds || from.unit != by.unit || a == kNaT || b == kNaT ||
        (right_is_date && (!left_is_date || op == BinaryOperator::Add)) ||
        (op == BinaryOperator::Add ? __builtin_add_overflow(a, b, &result)
                                   : __builtin_sub_overflow(a, b, &result))) {
      return std::nullopt;
    }
    return TimeObject(result,
                      left_is_date && !right_is_date ? abi::RecordKind::Datetime
                                                     : abi::RecordKind::Timedelta,
                      from.unit);
  }
  const Object& time = IsTime(left) ? left : right;
  const Object& factor = IsTime(left) ? right : left;
  std::int64_t result = 0;
  if (!IsTime(time) || op != BinaryOperator::Mult || !factor.is_int() ||
      time.array->record->kind != abi::RecordKind::Timedelta ||
      ConstantTime(*time.array) == kNaT ||
      __builtin_mul_overflow(ConstantTime(*time.array),
                             static_cast<std::int64_t>(factor.number.integer), &result)) {
    return std::nullopt;
  }
  return TimeObject(result, abi::RecordKind::Timedelta, time.array->record->unit);
}

}  // namespace kernelc::constants
