// A condition around the rest of a kernel, as a return in front of it.
//
// `if row < rows:` around all that is left, with barriers or shuffles in it, makes everything in it something that only
// some threads do: variables that they share are taken for ones of each thread, and loops for ones that threads leave
// one by one. `if row >= rows: return` says the same, and the limits of the threads that go on are bounds of the loops
// over them (barrier_masks.h). A part of barrier_regions.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// Of a kernel that is not split yet. False where nothing changed.
bool ReturnBeforeTails(kir::Module& module, kir::Function& function);

}  // namespace kernelc::passes
