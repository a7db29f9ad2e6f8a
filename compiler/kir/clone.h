// Copies operations within a function.
#pragma once

#include <unordered_map>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// From values to what stands for them in the copy. Values without an entry stand for themselves.
using ValueMap = std::unordered_map<InstId, InstId>;

// Appends copies of the operations of region `from`, with their regions, to region `to` of the same
// function, which is not inside of `from`. Adds an entry to `values` for each copied operation.
// Slots of the function are shared by both.
void CloneRegion(Function& function, RegionId from, RegionId to, ValueMap* values);

}  // namespace kernelc::kir
