// Ranges of integer values: which indices are not negative, which numbers fit 32 bits.
#pragma once

#include <functional>

#include "compiler/kir/analysis/interval.h"
#include "compiler/kir/kir.h"

namespace kernelc::kir {

// What is known where an operation stands.
class RangeQuery {
 public:
  virtual ~RangeQuery() = default;
  // All values that `value` can have there; empty where control cannot come.
  virtual Interval range(InstId value) const = 0;
};

// Walks the body of `function` in program order and calls `visit` for every operation. Ranges
// follow from constants, places in the grid, extents, loop bounds, comparisons that guard a region
// and what slots can hold. Signed overflow is taken not to happen. `visit` must not change the
// function.
void AnalyzeRanges(const Module& module, const Function& function,
                   const std::function<void(InstId id, const RangeQuery& ranges)>& visit);

}  // namespace kernelc::kir
