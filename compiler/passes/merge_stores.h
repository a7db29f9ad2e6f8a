// merge_stores: one store where a default is stored first and a condition then stores something
// else.
//
//   tile[i] = 0                         if c { v = a[j] } else { v = 0 }
//   if c { tile[i] = a[j] }      =>     tile[i] = v
//
// Tiles of shared memory are often filled like this at the edges of a matrix. LLVM keeps both
// stores, since it may not move the load out of the condition. Only shared and local arrays of the
// kernel itself: what other threads see of them between two barriers is not defined anyway. Needs:
// inline_calls. Stands before back ends only; for CUDA, where the second store costs bandwidth of
// shared memory.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void MergeStores(kir::Module& module);

}  // namespace kernelc::passes
