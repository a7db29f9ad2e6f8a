// barrier_groups: loops of a kernel outside of loops over threads.
//
// LLVM vectorises innermost loops alone. Where a thread runs a loop whose bounds its neighbours in
// x share, or a grid-stride loop, that loop is put outside: for a group of neighbouring threads,
// for each iteration, for each lane of the group. So is a loop of arithmetic that threads leave one
// by one, by a condition, a break or a length of their own: a mask says who is left, and the loop
// ends when nobody is. What lanes carry from one iteration to the next
// stays in slots of the group, which become vector registers. Stands behind barrier_guards, which
// takes conditions out of the way. Keeps everything else.
#pragma once

#include "compiler/kir/kir.h"
#include "compiler/passes/pipeline.h"

namespace kernelc::passes {

void GroupThreadLoops(kir::Module& module, const PipelineOptions& options);

}  // namespace kernelc::passes
