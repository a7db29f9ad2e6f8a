// Kernels that turned out to be the same code.
#pragma once

#include <llvm/IR/Module.h>

namespace kernelc::codegen {

// Of kernels of `module`, which is optimised, that are equal but for which memory LLVM was told does not overlap, the later ones
// become other names of the first, from which that is taken: variants for facts that changed nothing get machine code once.
void JoinEqualKernels(llvm::Module& module);

}  // namespace kernelc::codegen
