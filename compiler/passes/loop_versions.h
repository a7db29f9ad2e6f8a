// Two versions of a loop, of which one holds under a condition: what the passes that make them share.
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/kir/builder.h"
#include "compiler/kir/clone.h"
#include "compiler/kir/kir.h"

namespace kernelc::passes {

// Whether a loop may be there twice: short, with no loop in it, nothing that threads of a block do together, and no
// memory that they share. `synchronises`: see kir::FindSynchronisation.
bool MayHaveVersions(const kir::Function& function, const kir::Inst& loop, const std::vector<bool>& synchronises);

// The same for the body of a loop over threads. `waiting`: see kir::FindWaiting.
bool MayHaveThreadVersions(const kir::Function& function, kir::RegionId body, const std::vector<bool>& waiting);

// Adds `if condition { copy of loop } else { loop }` where `builder` stands. `loop` is no longer to be elsewhere then.
// What stands for what in the copy.
kir::ValueMap BranchToCopy(kir::Builder& builder, kir::Function& function, kir::InstId condition, kir::InstId loop);

// The operations of `written` take the place that `loop` has in `region`.
void ReplaceBy(kir::Function& function, kir::RegionId region, kir::InstId loop, kir::RegionId written);

}  // namespace kernelc::passes
