// barrier_regions: threads of a block as loops, for the CPU device.
//
// A kernel is written for one thread. After this pass it is written for one block: code outside of
// thread_loop runs once, a thread_loop runs its region for each thread. A kernel is split where its
// threads wait for each other (barriers, warp operations); a piece without synchronisation is one
// loop, which LLVM can vectorise. See compiler/codegen/cpu/README.md for the whole picture.
//
// Needs: functions with synchronisation inlined into kernels. Stands last: no other pass knows
// thread loops. Keeps: device functions as they are; kernels keep their parameters.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void SplitBarrierRegions(kir::Module& module);

}  // namespace kernelc::passes
