#include "compiler/kir/analysis/slot_offset.h"

#include <algorithm>
#include <limits>

namespace kernelc::kir {
namespace {

constexpr Wide kManyTrips = std::numeric_limits<std::uint64_t>::max();

}  // namespace

SlotOffset Join(const SlotOffset& a, const SlotOffset& b) {
  if (!a.known() || !b.is_of(a.loop, a.slot)) {
    return {};
  }
  return {a.loop, a.slot, Join(a.by, b.by)};
}

SlotOffset Plus(const SlotOffset& offset, const Interval& by) {
  return offset.known() ? SlotOffset{offset.loop, offset.slot, AddIntervals(offset.by, by)}
                        : SlotOffset();
}

SlotOffset OffsetOfSum(Op op, const SlotOffset& a, const SlotOffset& b, const Interval& x,
                       const Interval& y) {
  if (a.known()) {
    return Plus(a, op == Op::Add ? y : SubIntervals({0, 0}, y));
  }
  return op == Op::Add ? Plus(b, x) : SlotOffset();
}

Wide MaxTrips(const Interval& start, const Interval& stop, const Interval& step) {
  if (start.empty() || stop.empty() || step.empty() || (step.lo <= 0 && step.hi >= 0)) {
    return kManyTrips;
  }
  const bool rises = step.lo > 0;
  const Wide way = rises ? stop.hi - start.lo : start.hi - stop.lo;
  const Wide least = rises ? step.lo : -step.hi;
  return way <= 0 ? 0 : (way + least - 1) / least;
}

Interval Repeated(const Interval& by, Wide trips) {
  return by.empty() ? Interval{0, 0} : MulIntervals(Join(by, {0, 0}), {0, trips});
}

}  // namespace kernelc::kir
