// Small questions about structured control flow that several analyses and passes ask.
#pragma once

#include <functional>
#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// Whether control can leave the region at its end (rather than by break, continue, return or fail).
// True when in doubt.
bool FallsThrough(const Function& function, RegionId region);

// The slots that the regions of `inst` store to, sorted, each once.
std::vector<InstId> StoredSlots(const Function& function, const Inst& inst);

// Calls `visit` for every operation of the region and, after its operation, of each region inside.
void ForEachInst(const Function& function, RegionId region,
                 const std::function<void(InstId id, const Inst& inst)>& visit);

}  // namespace kernelc::kir
