// What stands outside of loops over threads.
#pragma once

#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// The function's parameters, and the values that a pass has met outside of loops over threads so far.
class OuterValues {
 public:
  explicit OuterValues(const kir::Function& function) : is_outer_(function.insts.size()) {
    for (const kir::Param& param : function.params) {
      Add(param.value);
    }
  }

  void Add(kir::InstId id) {
    if (id.index >= is_outer_.size()) {
      is_outer_.resize(id.index + 1);
    }
    is_outer_[id.index] = true;
  }

  bool operator()(kir::InstId id) const { return id.index < is_outer_.size() && is_outer_[id.index]; }

 private:
  std::vector<bool> is_outer_;
};

}  // namespace kernelc::passes
