// Atomics on the local memory of a thread become plain loads and stores.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// PTX has no atomics there. What they are on is known by the scope that they were emitted with, or, after inlining, by
// the array that their pointer comes from.
struct LocalAtomicsPass : llvm::PassInfoMixin<LocalAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  // Without it the code does not assemble.
  static bool isRequired() { return true; }
};

}  // namespace kernelc::codegen
