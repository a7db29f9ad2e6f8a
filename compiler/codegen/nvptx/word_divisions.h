// Divisions of 32-bit integers without a sign, written out.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Writes unsigned divisions and remainders of 32 bits by what is no constant as arithmetic: from a
// reciprocal in single precision, an approximation of 2^32 divided by the divisor, made better by
// one step of Newton's method; the quotient that it gives is at most two too small. ptxas does the
// same, but with a test for a divisor of zero, which is undefined here, and two instructions for
// each correction, where the smaller of a remainder and the same without the divisor is one from
// sm_90 on: 17 instructions for a remainder, and here 12. No branches.
//
// Stands behind LLVM's preparation for code generation, which makes 64-bit divisions of small
// numbers divisions of 32 bits.
class WordDivisionsPass : public llvm::PassInfoMixin<WordDivisionsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
