// libdevice on the CPU: its code is written for a GPU's instructions.
#pragma once

#include <llvm/IR/Module.h>

namespace kernelc::codegen {

// Replaces the intrinsics and the inline assembly of NVPTX in `module` by code that computes the
// same on any device. Approximate instructions become exact ones. Call it after LinkLibdevice.
void LowerLibdevice(llvm::Module& module);

}  // namespace kernelc::codegen
