// barrier_guards: conditions on the thread's place become bounds of thread loops.
//
// `if i < n: body` (or `if i >= n: return` in front of the body), with i affine in threadIdx, is
// the commonest condition of kernels. As a bound of the loop it costs nothing, and leaves the body
// without control flow for the vectoriser. `if i is inside: A else: B` becomes one loop for A and
// small ones for B at the border. A loop of the kernel's around such a condition goes outside of
// the loop over threads first (barrier_guarded_loops.h), and masks that such conditions made become
// bounds too (barrier_masks.h). Stands behind barrier_regions, which makes
// thread loops. Keeps everything else.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void BoundThreadLoops(kir::Module& module);

}  // namespace kernelc::passes
