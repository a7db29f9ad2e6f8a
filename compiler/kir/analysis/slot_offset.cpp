#include "compiler/kir/analysis/slot_offset.h"

#include <algorithm>
#include <limits>

namespace kernelc::kir {
namespace {

constexpr Wide kManyTrips = std::numeric_limits<std::uint64_t>::max();

// A value in `range` of which nothing else is of use, as one that might differ from what `like`
// differs from.
SlotOffset AnyOf(const Interval& range, const SlotOffset& like) {
  return {like.loop, like.slot, kEmptyInterval, range};
}

SlotOffset Seen(const SlotOffset& offset, const Interval& range, const SlotOffset& like) {
  return offset.is_of(like.loop, like.slot) ? offset : AnyOf(range, like);
}

// The lower bound of one and the upper bound of another; where that one has none, or a lower one,
// no less than the lower bound.
Interval Between(const Interval& lower, const Interval& upper) {
  return {lower.lo, upper.empty() ? lower.lo : std::max(lower.lo, upper.hi)};
}

Interval Negated(const Interval& range) { return SubIntervals({0, 0}, range); }

SlotOffset Negated(const SlotOffset& offset) {
  return {offset.loop, offset.slot, Negated(offset.by), Negated(offset.other)};
}

}  // namespace

SlotOffset Join(const SlotOffset& a, const SlotOffset& b, const Interval& x, const Interval& y) {
  const SlotOffset& like = a.known() ? a : b;
  if (!like.known()) {
    return {};
  }
  const SlotOffset left = Seen(a, x, like);
  const SlotOffset right = Seen(b, y, like);
  return {like.loop, like.slot, Join(left.by, right.by), Join(left.other, right.other)};
}

SlotOffset Plus(const SlotOffset& offset, const Interval& by) {
  return offset.known() ? SlotOffset{offset.loop, offset.slot, AddIntervals(offset.by, by),
                                     AddIntervals(offset.other, by)}
                        : SlotOffset();
}

SlotOffset OffsetOfSmaller(const SlotOffset& a, const SlotOffset& b, const Interval& x,
                           const Interval& y) {
  SlotOffset joined = Join(a, b, x, y);
  if (!joined.known() || x.empty() || y.empty()) {
    return joined;
  }
  // Either is an upper bound. That of a slot says more than a range, unless that is a short one.
  const Wide most = IntervalOf(types::kInt32).hi;
  const bool takes_left = a.is_of(joined.loop, joined.slot)
                              ? b.is_of(joined.loop, joined.slot) || y.hi >= most
                              : x.hi < most;
  const SlotOffset upper = takes_left ? Seen(a, x, joined) : Seen(b, y, joined);
  joined.by = joined.by.empty() ? joined.by : Between(joined.by, upper.by);
  joined.other = joined.other.empty() ? joined.other : Between(joined.other, upper.other);
  return joined;
}

SlotOffset OffsetOfLarger(const SlotOffset& a, const SlotOffset& b, const Interval& x,
                          const Interval& y) {
  return Negated(OffsetOfSmaller(Negated(a), Negated(b), Negated(x), Negated(y)));
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

Interval AfterTrips(const Interval& entry, const SlotOffset& step, Wide trips) {
  return entry.empty() ? entry : AddIntervals(Join(entry, step.other), Repeated(step.by, trips));
}

SlotOffset OffsetBehind(const SlotOffset& entry, const SlotOffset& step, const SlotOffset& exit,
                        Wide trips) {
  if (!entry.known() || !step.known() || !exit.known()) {
    return {};
  }
  const Interval change = AddIntervals(Repeated(step.by, trips), exit.by);
  return {entry.loop, entry.slot, AddIntervals(entry.by, change),
          Join(exit.other, AddIntervals(Join(entry.other, step.other), change))};
}

}  // namespace kernelc::kir
