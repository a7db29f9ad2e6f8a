// Ranges that conversions of floats to integers have because an array is surely indexed with what
// they give. Private to value_ranges.
#pragma once

#include <vector>

#include "compiler/kir/analysis/interval.h"
#include "compiler/kir/kir.h"

namespace kernelc::kir {

// An index beyond an array is no valid access, nor is what a conversion makes of a number that its
// type does not hold. Where control cannot but come from a conversion to an access, as all loads of
// `x0 = int(max(x, 0.0)); a[x0] + a[min(x0 + 1, n)]` show, the integer fits the largest extent that
// an array can have, and is within the bounds of the number. Only conversions are asked: what else
// becomes an index is cut to 32 bits at the access (passes/index32), while a GPU converts floats to
// 64 bits at a fraction of its rate and cannot cut them later.
class IndexBounds {
 public:
  // `function` must outlive this and keep its operations. Where accesses are to be tested, an index
  // may be anything.
  IndexBounds(const Module& module, const Function& function);

  // There are such conversions.
  bool any() const { return !bounds_.empty(); }
  // Of an int64; that of every int64 where nothing is known.
  const Interval& Of(InstId value) const { return bounds_[value.index]; }

 private:
  bool Visit(RegionId region);
  void Access(const Inst& access, unsigned stretch);
  Interval ExtentsOf(InstId array) const;

  const Function& function_;
  // By instruction; empty where there are no conversions.
  std::vector<Interval> bounds_;
  // By conversion: the part of a region in which it stands and that control leaves at the end
  // alone.
  std::vector<unsigned> stretches_;
  unsigned last_stretch_ = 0;
};

// Of the integer of type `to` that the float `value` becomes. Where min and max bound that to what
// the type holds, these are the bounds; a bound on one side alone says nothing, since what a number
// beyond the other end becomes is undefined and may be below.
Interval RangeOfConverted(const Function& function, InstId value, TypeId to);

}  // namespace kernelc::kir
