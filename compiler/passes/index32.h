// index32: computes positions in small arrays with 32-bit integers.
//
// A grid position is an int64, and a GPU multiplies and adds 64-bit integers in several steps. An
// index into an array whose size in bytes is below 2^31 fits int32 whenever the access is valid at
// all, so it is converted at the access; that LLVM knows the sum not to overflow lets it make
// pointers that move of those in loops. For CUDA: on the CPU the conversion would hide that
// neighbouring threads access neighbouring elements. Needs: wraparound, which sees more of the wide
// index, and narrow, which leaves less to convert.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void NarrowIndices(kir::Module& module);

}  // namespace kernelc::passes
