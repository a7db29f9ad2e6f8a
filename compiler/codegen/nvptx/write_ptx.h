// LLVM's back end for GPUs.
#pragma once

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace kernelc::codegen {

// Text of `module`, which it changes; `is_prepared` where Optimizer::PrepareForBackEnd() did what the back end begins
// with.
llvm::SmallString<0> WritePtx(llvm::Module& module, llvm::TargetMachine& machine, bool is_prepared);

}  // namespace kernelc::codegen
