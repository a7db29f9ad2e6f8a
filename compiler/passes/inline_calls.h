// inline_calls: puts the bodies of device functions in the place of their calls, where a back end
// cannot take the call.
//
// That is where the function makes threads wait for each other (the CPU device splits kernels
// there), owns shared memory, or takes arrays or pointers of shared or local memory. Other calls
// are left to LLVM. Needs: nothing. Gives: no function that synchronises is called; functions that
// nothing calls any more are gone. Recursive functions stay as they are. Whether
// arrays overlap is asked by calls that stay until all others are inlined; known_overlaps answers them, and
// what it leaves is inlined then. Stands early, so that the other passes see arguments instead of parameters.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void InlineCalls(kir::Module& module);

}  // namespace kernelc::passes
