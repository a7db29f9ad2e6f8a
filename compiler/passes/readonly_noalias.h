// readonly_noalias: finds array parameters of kernels that nothing writes to and that no other
// array overlaps.
//
// `noalias` follows from the launch's fact that arrays do not overlap where one of them is written. To LLVM and to nvcc it says
// more: that nobody else changes the array while the function runs. So an array that the kernel writes does not get it where
// threads may see what others wrote there, behind barriers, fences and atomic operations: its loads must not be merged across
// these.
//
// `readonly` holds when neither the parameter's memory nor memory that may be the same is written;
// it lets loads take the read-only path (ld.global.nc) and move across stores. Needs: nothing.
// Changes only the facts of kernel parameters.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void InferReadonlyNoalias(kir::Module& module);

// Where all threads of a block run inside of one function, barriers of the block make no difference.
void InferReadonlyNoaliasOfBlocks(kir::Module& module);

}  // namespace kernelc::passes
