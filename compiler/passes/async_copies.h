// Copies to shared memory and products of four warps that go on beside the thread, as loads, stores
// and loops: the CPU device makes each at once.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// Replaces `cp_async_4`, `_8` and `_16` by a load and a store for each element, `wgmma` by loops
// over a thread's sums, and drops what orders them: `cp_async_commit`, `cp_async_wait` and the
// like. Stands before everything that looks at loads and stores.
void LowerAsyncCopies(kir::Module& module);

}  // namespace kernelc::passes
