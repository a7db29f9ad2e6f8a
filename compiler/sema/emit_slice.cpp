#include "compiler/sema/emit_slice.h"

#include <algorithm>

#include "compiler/sema/constant_texts.h"
#include "compiler/sema/emit_int.h"
#include "compiler/sema/emit_loop.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

Value StepCount(FunctionContext& fn, const Value& start, const Value& stop, const Value& step) {
  const Value zero = IntConstant(0);
  const std::optional<std::int64_t> known = ConstantInt(step);
  const bool up = step.nonnegative || (known && *known > 0);
  const bool down = known && *known < 0;
  Value distance =
      up     ? IntSub(fn, stop, start)
      : down ? IntSub(fn, start, stop)
             : IntSelectNegative(fn, step, IntSub(fn, start, stop), IntSub(fn, stop, start));
  distance = IntMax(fn, distance, zero);
  if (known == 1 || known == -1) {
    return distance;
  }
  const Value size = up     ? step
                     : down ? IntSub(fn, zero, step)
                            : IntSelectNegative(fn, step, IntSub(fn, zero, step), step);
  const Value rounded = IntAdd(fn, distance, IntSub(fn, size, IntConstant(1)));
  Value count = Value::Runtime(
      fn.builder.Binary(kir::Op::FloorDiv, Materialize(fn, rounded), Materialize(fn, size)),
      types::kInt64);
  count.nonnegative = true;
  return count;
}

ViewDimension EmitSteppedSlice(FunctionContext& fn, const Value& extent, const Value& stride,
                               const IndexItem& item, Value* start) {
  const auto as_int64 = [&](const Value& value) {
    Value wide = Value::Runtime(ConvertTo(fn, value, types::kInt64), types::kInt64);
    wide.nonnegative = value.nonnegative;
    return wide;
  };
  const Value step = as_int64(item.step);
  const Value zero = IntConstant(0);
  const Value lowest = IntSelectNegative(fn, step, IntConstant(-1), zero);
  const Value highest = IntSelectNegative(fn, step, IntSub(fn, extent, IntConstant(1)), extent);
  const auto clip = [&](const Value& bound, const Value& absent) {
    if (bound.is_none()) {
      return absent;
    }
    const Value position = as_int64(bound);
    const Value wrapped = IntMax(fn, IntAdd(fn, position, extent), lowest);
    return IntSelectNegative(fn, position, wrapped, IntMin(fn, position, highest));
  };
  const Value lower = clip(item.lower, IntSelectNegative(fn, step, highest, zero));
  const Value upper = clip(item.upper, IntSelectNegative(fn, step, lowest, extent));
  *start = lower;
  return {StepCount(fn, lower, upper, step), IntMul(fn, stride, step)};
}

Value EmitTupleSlice(FunctionContext& fn, const std::vector<Value>& elements,
                     const IndexItem& slice) {
  const auto size = static_cast<std::int64_t>(elements.size());
  bool known = true;
  const auto constant = [&](const Value& value) -> std::optional<std::int64_t> {
    if (value.is_none()) {
      return std::nullopt;
    }
    const std::optional<std::int64_t> number = ConstantInt(value);
    known = known && number.has_value();
    return number;
  };
  const std::optional<std::int64_t> lower = constant(slice.lower);
  const std::optional<std::int64_t> upper = constant(slice.upper);
  const std::int64_t step = constant(slice.step).value_or(1);
  if (!known || step == 0) {
    fn.Report(slice.range, diag::Kind::TupleIndex)
        .Help("slices of tuples have constant bounds and steps")
        .Emit();
    return Value();
  }
  const std::int64_t lowest = step > 0 ? 0 : -1;
  const std::int64_t highest = step > 0 ? size : size - 1;
  const auto clip = [&](std::int64_t bound) {
    return std::clamp(bound < 0 ? std::max(bound, -size - 1) + size : bound, lowest, highest);
  };
  const std::int64_t first = lower ? clip(*lower) : (step > 0 ? 0 : highest);
  const std::int64_t last = upper ? clip(*upper) : (step > 0 ? size : lowest);
  std::vector<Value> part;
  // Steps beyond the tuple take one element; they must not overflow.
  const std::int64_t stride = std::clamp(step, -size - 1, size + 1);
  for (std::int64_t i = first; step > 0 ? i < last : i > last; i += stride) {
    part.push_back(elements[static_cast<std::size_t>(i)]);
  }
  return Value::Tuple(std::move(part));
}

std::optional<Sequence> RangeSequence(FunctionContext& fn, const ast::Call& call) {
  const std::optional<RangeParts> parts = EmitRangeArguments(fn, call);
  return parts ? std::optional(CountedSequence(fn, *parts)) : std::nullopt;
}

Sequence CountedSequence(FunctionContext& fn, const RangeParts& parts) {
  const auto wide = [&](const Value& value) {
    if (value.is_number() && value.number.is_integral()) {
      Value number = MakeTyped(value.number, types::kInt64);
      KeepConstantText(value, &number);
      return number;
    }
    Value converted = Value::Runtime(
        ConvertTo(fn, Value::Runtime(ConvertTo(fn, value, parts.type), parts.type), types::kInt64),
        types::kInt64);
    converted.nonnegative = value.nonnegative;
    return converted;
  };
  const Value start = wide(parts.start);
  const Value step = wide(parts.step);
  const Value count = StepCount(fn, start, wide(parts.stop), step);
  const TypeId type = parts.type;
  return Sequence{count, [&fn, start, step, type](const Value& index) {
                    const Value number = IntAdd(fn, start, IntMul(fn, index, step));
                    Value result = Value::Runtime(ConvertTo(fn, number, type), type);
                    result.nonnegative = result.nonnegative || number.nonnegative;
                    return result;
                  }};
}

}  // namespace kernelc::sema
