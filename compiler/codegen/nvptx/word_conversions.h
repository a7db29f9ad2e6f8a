// Conversions of the low halves of 64-bit integers to floats.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// A GPU converts integers of 64 bits more slowly than those of 32, and passes/narrow converts the
// low half of an extent or a place that fits it. Where a truncation is known to lose nothing, the
// back end takes it for waste and converts the whole: here it is not to know. Enlarging an image,
// with six such conversions for each of its elements, takes 0.96 of the time (H200).
//
// Runs when LLVM combines instructions no more.
class WordConversionsPass : public llvm::PassInfoMixin<WordConversionsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
