// Webs: variables that a branch or a turn of a loop has for itself.
//
//   if tid < 32 {                                      if tid < 32 {
//     offset = 16                                        offset' = 16
//     while offset > 0 {                       =>        while offset' > 0 {
//       value += shfl_down_sync(mask, value, offset)       value += shfl_down_sync(mask, value, offset')
//       offset = offset // 2                               offset' = offset' // 2
//
// Where threads part and operations within synchronise them, a variable that is stored to there is one of each thread, since
// those that are not there keep their value. One of which nobody reads before the branch stores to it, and nobody behind the
// branch, has no value of theirs to keep: what all threads of the branch give it alike is one value. Programs use one name for
// many such variables (a web of stores and the loads that they reach; Muchnick, Advanced Compiler Design, 16.3.3), so each
// gets a slot of its own first. Part of barrier_regions.
#pragma once

#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// For each operation that is such a slot, by index, the region that it belongs to: a branch or a body of a loop that holds
// synchronisation. Only there it is used, and whenever control comes there it is stored to before it is loaded.
using SlotHomes = std::vector<kir::RegionId>;

// Adds slots to `function`, a kernel before its threads become loops, and gives the homes of all.
SlotHomes SeparateWebs(kir::Module& module, kir::Function& function);

}  // namespace kernelc::passes
