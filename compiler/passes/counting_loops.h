// counting_loops: loops that a condition on a counter ends become loops over numbers.
//
//   while i < n { … ; i = i + stride }        =>        for v in range(i, n, stride) { … ; i = v + stride }
//
// with one step at the end of every turn by something that does not change, and a bound that does not either. Programs write
// grid-stride loops both ways. The passes for the CPU that put loops outside of the threads know what range() runs through;
// LLVM alone does not get threads of a counter each into vectors. On GPUs loops over numbers run several iterations for one
// test, with their loads in flight together (codegen/nvptx/unroll.h): upward ones, since only those do. There it stands before
// version_loops and narrow, which know more of ranges; for the CPU before barrier_regions. Overflow of signed counters is taken
// not to happen (see kir/analysis/value_ranges.h). Loops with `continue` stay, as it may leave the step out.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void CountLoops(kir::Module& module);
void CountUpwardLoops(kir::Module& module);

}  // namespace kernelc::passes
