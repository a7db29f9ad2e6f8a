// LLVM's optimisation pipeline as it suits kernels.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace kernelc::codegen {

void Optimize(llvm::Module& module, llvm::TargetMachine& machine, unsigned opt_level);

}  // namespace kernelc::codegen
