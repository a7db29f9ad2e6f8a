// inline_loops: puts the bodies of short device functions with loops in the place of their calls,
// so that these are loops of the kernel, which barrier_groups can put outside of those over
// threads.
//
// Not of functions that call themselves, nor of those in which threads wait for each other. Needs:
// inline_calls, with which it shares its code. Stands in front of barrier_regions, behind passes
// that look at functions one by one.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void InlineLoops(kir::Module& module);

}  // namespace kernelc::passes
