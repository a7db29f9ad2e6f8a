// Loops around guards, put outside of loops over threads: a part of barrier_guards.
//
// `for j in range(0, 32, 8): if x < width and y + j < height: ...` is how the threads of a block go
// over a tile. With the loop outside, the guard bounds the threads of each of its turns; inside,
// each thread would test it in each turn.
#pragma once

#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// Loops over threads of `function`, a kernel, whose regions are such a loop alone. `waiting`: see
// FindWaiting.
void TakeGuardedLoopsOut(kir::Module& module, kir::Function& function,
                         const std::vector<bool>& waiting);

}  // namespace kernelc::passes
