// Memory of threads that one thread loop alone uses becomes local to it.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// Turns each thread_slot that needs no memory across the thread (or lane) loops of `function` into
// a slot of the one loop that uses it, moves local arrays there too, and drops unused ones.
void LocalizeThreadSlots(kir::Function& function);

}  // namespace kernelc::passes
