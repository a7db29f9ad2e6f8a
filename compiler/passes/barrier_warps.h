// barrier_warps: versions of loops over threads with `shfl_xor`, for blocks of whole warps.
//
// A shuffle gives a thread its own value where its source is no lane of the warp, or a thread that the block does not
// have: comparisons in each thread, and a mask for what is read. Blocks mostly have whole warps, where each lane has its
// thread, and all distances below 32 lead to lanes: one test in front of the loop picks a version that does not ask, and
// reads whole vectors. Stands behind barrier_guards, which turns masks of threads into bounds, and in front of the
// passes that make other loops of these.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void VersionThreadLoopsByWarps(kir::Module& module);

}  // namespace kernelc::passes
