// By how much values differ from what slots held where an iteration of a loop began, and what that
// says of all iterations together.
#pragma once

#include <cstdint>

#include "compiler/kir/analysis/interval.h"
#include "compiler/kir/kir.h"

namespace kernelc::kir {

// A value is what `slot` held where this iteration of `loop` began, plus something in `by`.
struct SlotOffset {
  static constexpr std::uint32_t kNone = ~0u;
  // A number of the analysis' own; kNone: nothing is known.
  std::uint32_t loop = kNone;
  std::uint32_t slot = kNone;
  // Empty where control does not come.
  Interval by = kEmptyInterval;

  bool known() const { return loop != kNone; }
  bool is_of(std::uint32_t other_loop, std::uint32_t other_slot) const {
    return loop == other_loop && slot == other_slot;
  }
};

// What both are; nothing where they differ from different things.
SlotOffset Join(const SlotOffset& a, const SlotOffset& b);

// `offset`, plus something in `by`.
SlotOffset Plus(const SlotOffset& offset, const Interval& by);

// What an addition or subtraction without overflow makes of its operands' ranges and offsets; the
// left one's offset goes before.
SlotOffset OffsetOfSum(Op op, const SlotOffset& a, const SlotOffset& b, const Interval& x,
                       const Interval& y);

// How often a loop from `start` to `stop` runs its body at most.
Wide MaxTrips(const Interval& start, const Interval& stop, const Interval& step);

// The sum of up to `trips` numbers in `by`.
Interval Repeated(const Interval& by, Wide trips);

}  // namespace kernelc::kir
