#include "compiler/constants/selection.h"

#include <algorithm>

namespace kernelc::constants {

std::optional<Selection> SelectIndex(const Object& index, std::int64_t extent) {
  if (!index.is_int()) {
    return std::nullopt;
  }
  const Int128 given = index.number.integer;
  const Int128 position = given + (given < 0 ? Int128(extent) : Int128(0));
  if (position < 0 || position >= Int128(extent)) {
    return std::nullopt;
  }
  return Selection{static_cast<std::int64_t>(position), 1, 1, true};
}

std::optional<Selection> SelectSlice(const ast::Slice& slice, std::int64_t extent,
                                     const PartValue& value_of) {
  bool known = true;
  const auto bound = [&](const ast::Expr* expr) -> std::optional<std::int64_t> {
    if (expr == nullptr || !known) {
      return std::nullopt;
    }
    const std::optional<Object> value = value_of(expr);
    if (value && value->kind == ObjectKind::None) {
      return std::nullopt;
    }
    known = value && value->is_int();
    return known ? std::optional(static_cast<std::int64_t>(
                       std::clamp(value->number.integer, Int128(-1) << 40, Int128(1) << 40)))
                 : std::nullopt;
  };
  const std::optional<std::int64_t> lower = bound(slice.lower);
  const std::optional<std::int64_t> upper = bound(slice.upper);
  const std::int64_t step = bound(slice.step).value_or(1);
  if (!known || step == 0) {
    return std::nullopt;
  }
  const std::int64_t low = step > 0 ? 0 : -1;
  const std::int64_t high = step > 0 ? extent : extent - 1;
  const auto clip = [&](std::optional<std::int64_t> place, std::int64_t absent) {
    return place ? std::clamp(*place < 0 ? *place + extent : *place, low, high) : absent;
  };
  const std::int64_t first = clip(lower, step > 0 ? 0 : extent - 1);
  const std::int64_t last = clip(upper, step > 0 ? extent : -1);
  const std::int64_t span = step > 0 ? last - first : first - last;
  const std::int64_t size = step > 0 ? step : -step;
  return Selection{first, step, span <= 0 ? 0 : (span + size - 1) / size, false};
}

}  // namespace kernelc::constants
