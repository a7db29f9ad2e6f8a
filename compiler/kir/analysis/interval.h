// Intervals of integers wide enough for every integer type of the language.
#pragma once

#include "compiler/types/type.h"

namespace kernelc::kir {

__extension__ using Wide = __int128;

// All integers from lo to hi; empty when lo > hi.
struct Interval {
  Wide lo = 0;
  Wide hi = -1;

  bool empty() const { return lo > hi; }
  bool non_negative() const { return lo >= 0; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

constexpr Interval kEmptyInterval{};

// The values of an integer type, of bool as 0 and 1; for other types all that fits int64.
Interval IntervalOf(TypeId type);

Interval Join(const Interval& a, const Interval& b);
Interval Meet(const Interval& a, const Interval& b);

Interval AddIntervals(const Interval& a, const Interval& b);
Interval SubIntervals(const Interval& a, const Interval& b);
Interval MulIntervals(const Interval& a, const Interval& b);
// Python's floor division and remainder, with 0 for a zero divisor.
Interval FloorDivIntervals(const Interval& a, const Interval& b);
Interval ModIntervals(const Interval& a, const Interval& b);
Interval AndIntervals(const Interval& a, const Interval& b, TypeId type);
// Of `or` and of `xor`.
Interval OrIntervals(const Interval& a, const Interval& b, TypeId type);
// Bits that are shifted out of `type` are lost.
Interval ShlIntervals(const Interval& a, const Interval& count, TypeId type);
Interval ShrIntervals(const Interval& a, const Interval& count);

// The largest number whose square is not above `value`; 0 where there is none.
Wide SquareRoot(Wide value);

// The result of an operation in `type` whose exact result lies in `exact`: signed overflow does not
// happen, unsigned results wrap.
Interval FitResult(const Interval& exact, TypeId type);

// `next`, with bounds that moved since `previous` set to a round number, so that repetition ends.
Interval Widen(const Interval& previous, const Interval& next, TypeId type);

}  // namespace kernelc::kir
