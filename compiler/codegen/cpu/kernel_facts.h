// Questions about a kernel that decide how its blocks are run.
#pragma once

#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/kir.h"

namespace kernelc::codegen {

// Some function of the kernel asks for threadIdx.y or z.
bool UsesRows(const kir::Module& module, const kir::Function& kernel);

// A call of `function` may end the thread with an error.
bool MayReport(const kir::Module& module, const kir::Function& function);

// Blocks that are neighbours in x may run as one block with more threads: nothing in the kernel
// depends on how threads are divided into blocks, and threads keep nothing outside of one loop over
// them.
bool CanFuseBlocks(const kir::Module& module, const kir::Function& kernel);

// Some function of the kernel calls a builtin with these effects.
bool HasEffects(const kir::Module& module, const kir::Function& kernel,
                builtins::BuiltinEffects effects);

// A value that differs between neighbours, or may.
bool VariesInRow(const kir::Function& function, kir::InstId id);

// By parameter: an array that the kernel only stores to, to each element once as far as its loops
// show; none where threads may wait for what others store. `waits`: see FindWaiting.
std::vector<bool> FindOnlyWritten(const kir::Module& module, const kir::Function& kernel,
                                  const std::vector<bool>& waits);

}  // namespace kernelc::codegen
