// By how much values differ from what slots held where an iteration of a loop began, and what that
// says of all iterations together.
#pragma once

#include <cstdint>

#include "compiler/kir/analysis/interval.h"
#include "compiler/kir/kir.h"

namespace kernelc::kir {

// A value is what `slot` held where this iteration of `loop` began, plus something in `by`, or
// something in `other`. The bounds hold each for itself: it is not above the larger of the slot
// plus by.hi and other.hi, and not below the smaller of the slot plus by.lo and other.lo, where
// what is empty does not count.
struct SlotOffset {
  static constexpr std::uint32_t kNone = ~0u;
  // A number of the analysis' own; kNone: nothing is known.
  std::uint32_t loop = kNone;
  std::uint32_t slot = kNone;
  // Both are empty where control does not come.
  Interval by = kEmptyInterval;
  Interval other = kEmptyInterval;

  bool known() const { return loop != kNone; }
  bool is_of(std::uint32_t other_loop, std::uint32_t other_slot) const {
    return loop == other_loop && slot == other_slot;
  }
};

// What values in `x` and `y` are together. One that differs from another thing than the first is
// any number of its range.
SlotOffset Join(const SlotOffset& a, const SlotOffset& b, const Interval& x, const Interval& y);

// `offset`, plus something in `by`.
SlotOffset Plus(const SlotOffset& offset, const Interval& by);

// The smaller and the larger of two values in `x` and `y`.
SlotOffset OffsetOfSmaller(const SlotOffset& a, const SlotOffset& b, const Interval& x,
                           const Interval& y);
SlotOffset OffsetOfLarger(const SlotOffset& a, const SlotOffset& b, const Interval& x,
                          const Interval& y);

// What an addition or subtraction without overflow makes of its operands' ranges and offsets; the
// left one's offset goes before.
SlotOffset OffsetOfSum(Op op, const SlotOffset& a, const SlotOffset& b, const Interval& x,
                       const Interval& y);

// How often a loop from `start` to `stop` runs its body at most.
Wide MaxTrips(const Interval& start, const Interval& stop, const Interval& step);

// The sum of up to `trips` numbers in `by`.
Interval Repeated(const Interval& by, Wide trips);

// What a slot can hold where iterations begin: `entry` where the first does, `step` after each, of
// which there are up to `trips`.
Interval AfterTrips(const Interval& entry, const SlotOffset& step, Wide trips);

// Behind the loop, against what `entry` differs from: `exit` is what the iteration that leaves it
// adds.
SlotOffset OffsetBehind(const SlotOffset& entry, const SlotOffset& step, const SlotOffset& exit,
                        Wide trips);

}  // namespace kernelc::kir
