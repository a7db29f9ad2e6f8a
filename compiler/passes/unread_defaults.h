// unread_defaults: drops what a variable gets where nobody reads it.
//
//   if tid < half { low = … } else { low = 0 }        if tid < half { low = … }
//   syncthreads()                                =>   syncthreads()
//   if tid < half { s[tid] = low }                    if tid < half { s[tid] = low }
//
// Programs give variables a value before a condition, and read them behind a barrier under the same
// condition. On the CPU such a variable is memory for each thread of the block, and the default a
// loop over all threads that the condition leaves out: more than the work itself, where ever fewer
// threads take part. Stands before barrier_regions, as loops over threads have bounds in the place
// of conditions.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void DropUnreadDefaults(kir::Module& module);

}  // namespace kernelc::passes
