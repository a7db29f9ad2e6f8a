// Copies to shared memory that go on beside the thread, as loads and stores: the CPU device makes
// each at once.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// Replaces `cp_async_4`, `_8` and `_16` by a load and a store for each element, and drops
// `cp_async_commit` and `cp_async_wait`. Stands before everything that looks at loads and stores.
void LowerAsyncCopies(kir::Module& module);

}  // namespace kernelc::passes
