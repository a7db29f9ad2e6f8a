// bit_loops: loops that take a number's bits away until none is left become operations on bits.
//
//   while x { x &= x - 1; n += 1 }         =>     n += popc(x); x = 0
//   while x > 0 { n += x & 1; x >>= 1 }    =>     n += popc(max(x, 0)); x = min(x, 0)
//   while x > 1 { n += 1; x //= 2 }        =>     n += bits of x, less one; x >>= as many
//
// Beside the number, the loop may change variables by the same in each iteration, added or by an exclusive or, and by
// the bits that go out one by one. LLVM has the first kind alone, where the target says that it counts bits by an
// instruction: that of NVIDIA's GPUs does not, and on the CPU device threads that leave a loop one by one hide it.
// Differences between rows of bits took 6.9 times nvcc's time with the loop, and take half of it (H200). Where a signed
// number that may be negative is shifted until it is zero, which never happens then, the loop stays beside what
// replaces it.
//
// Needs: inline_calls. Stands before version_loops and narrow, which find a loop around such a one simpler.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void ReplaceBitLoops(kir::Module& module);

}  // namespace kernelc::passes
