// The first passes over code as it is emitted.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Small functions go in line, variables into registers, and what is computed twice is computed once.
llvm::ModulePassManager SimplifyPasses();

}  // namespace kernelc::codegen
