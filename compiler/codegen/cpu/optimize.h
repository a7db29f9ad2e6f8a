// LLVM's optimisation for loops over threads.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/codegen/cpu/cpu_target.h"

namespace kernelc::codegen {

// Inlines blocks and device functions, annotates loops over threads, and runs LLVM's pipeline for
// `opt_level` (0 to 3).
void OptimizeForCpu(llvm::Module& module, llvm::TargetMachine& machine, unsigned opt_level);

}  // namespace kernelc::codegen
