// The range that an operation's result has by the ranges of its operands. Private to the range
// analysis.
#pragma once

#include "compiler/kir/analysis/value_ranges.h"

namespace kernelc::kir {

// abi::ArrayFacts::small.
inline constexpr Wide kMaxSmallExtent = Wide{1} << 30;

// Not for slot_load, if and region_arg, which depend on more than their operands.
Interval TransferRange(const Module& module, const Function& function, const Inst& inst,
                       const RangeQuery& operands);

// Of the variable of range(start, stop, step) while its body runs.
Interval LoopVariableRange(const Interval& start, const Interval& stop, const Interval& step,
                           TypeId type);

Interval ParamRange(const Param& param);

// What `x predicate y` says about x, of a value in `y`.
Interval Implied(ComparePredicate predicate, const Interval& x, const Interval& y);

// min(a, b) and max(a, b) of integers.
bool IsSmallerOf(const Inst& inst);
bool IsLargerOf(const Inst& inst);

}  // namespace kernelc::kir
