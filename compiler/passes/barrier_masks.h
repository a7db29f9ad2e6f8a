// Masks that hold for a box of threads: loops over threads have its limits instead.
//
// `if row >= rows: return` in front of a barrier or a shuffle, and an `if` around one, leave masks behind, since
// barriers split what the condition is around of. Where it is one on the thread's place, those that it holds for lie
// side by side: bounds that cost nothing, where masks keep loops from becoming vectors. Part of barrier_guards.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void BoundMaskedLoops(kir::Module& module, kir::Function& function);

}  // namespace kernelc::passes
