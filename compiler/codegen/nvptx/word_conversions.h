// Conversions of 64-bit integers to floats.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// A GPU converts integers of 64 bits more slowly than those of 32, and passes/narrow converts the
// low half of an extent or a place that fits it. Where a truncation is known to lose nothing, the
// back end takes it for waste and converts the whole: here it is not to know. `x - float(int(x))`,
// the fraction of a place, needs no integer at all: `x` is rounded toward zero.
//
// Runs when LLVM combines instructions no more.
class WordConversionsPass : public llvm::PassInfoMixin<WordConversionsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
