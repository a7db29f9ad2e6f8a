// Fused multiply-add across basic blocks.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Turns `a * b + c` and `a * b - c`, where both operations carry the `contract` flag, into one
// llvm.fma, as nvcc does. The back end does so within a block alone, and so leaves out products
// that an early exit or an unrolled loop separates from their sum. Runs last: fused operations mean
// nothing to other passes.
class ContractPass : public llvm::PassInfoMixin<ContractPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
