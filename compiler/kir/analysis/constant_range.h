// Ranges of what constant arrays hold. Private to value_ranges.
#pragma once

#include <map>

#include "compiler/kir/analysis/interval.h"
#include "compiler/kir/kir.h"

namespace kernelc::kir {

class ConstantRanges {
 public:
  // Both must outlive this.
  ConstantRanges(const Module& module, const Function& function)
      : module_(module), function_(function) {}

  // Of a load of an integer: that of all elements where the array is a constant one, else that of
  // the type.
  Interval RangeOfLoad(const Inst& load);

 private:
  Interval RangeOfElements(const Constant& constant) const;

  const Module& module_;
  const Function& function_;
  // By number of the constant, as far as they were asked for.
  std::map<ConstantId, Interval> known_;
};

}  // namespace kernelc::kir
