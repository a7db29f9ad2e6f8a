// Indices that are widened both with and without a sign.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// LLVM takes constants out of indices: `x + 1`, of 32 bits and not negative, becomes `x` widened
// with its sign and an offset of one element, while `x` itself, beside it, is widened without one.
// So to LLVM they were different addresses, both were computed, and neighbouring elements of a row
// stayed loads and stores of their own. Where an index is widened in both ways, all addresses are
// made of the one with a sign here.
//
// Runs when LLVM combines instructions no more.
class SignedIndicesPass : public llvm::PassInfoMixin<SignedIndicesPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
