// Threads that wait for one that has failed.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// On a GPU an error ends its thread alone, and the launch has ended when all threads have. Whoever waits for that thread in a
// loop, or with the grid, would never end. So where the module's checks ask for errors, loops that wait or synchronise
// (wait_turns.h) look whether the launch has failed, and so does whoever comes from a barrier of the grid, which the back end
// lets go then.
//
// Stands where wait_turns does on the CPU device, for the same reasons.
void EndFailedWaits(kir::Module& module);

}  // namespace kernelc::passes
