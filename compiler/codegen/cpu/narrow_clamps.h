// Numbers that are cut to integers and then clamped, clamped first: `min(max(int(x), 0), 255)`.
//
// Integers of the language have 64 bits: a cut number is one of 64 bits to LLVM, and so is what is compared with the
// limits, where the result has 8. Where both limits are numbers of 32 bits that x's type holds, x itself is compared
// with them.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Stands in front of the vectoriser.
struct NarrowClampsPass : llvm::PassInfoMixin<NarrowClampsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
