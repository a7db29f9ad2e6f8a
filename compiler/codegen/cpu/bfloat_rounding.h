// Rounding to bfloat16 on machines that do not compute with it.
#pragma once

#include <llvm/IR/Module.h>

namespace kernelc::codegen {

// Defines `__truncsfbf2`, float32 to the nearest bfloat16, in a module that has such numbers. The
// emission rounds by itself; but the X86 back end keeps bfloat16 in registers of float32 between
// basic blocks, negates them there, and asks a library to round what is exact already, which
// neither this process nor a host need have (libgcc has it since version 13). Call it when no pass
// follows that would drop an unused function.
void DefineBFloatRounding(llvm::Module& module);

}  // namespace kernelc::codegen
