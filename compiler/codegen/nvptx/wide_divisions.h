// Divisions of integers that are wider than 64 bits, written out.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Writes divisions of more than 64 bits out: those by a constant below 2^32 as divisions of 64
// bits, others as loops over the bits.
//
// Strength reduction of loops makes a loop's number of iterations in twice the width of its
// variable where the variable might wrap around: `while j <= n` in steps of 7 becomes a 128-bit
// division by 7. LLVM writes out wide divisions before that pass only, and as loops over the bits
// of all, and there is no library on a GPU to call for those that come later, so that the compiler
// would abort. This runs behind all passes that make some, and once before all others of the back
// end.
class WideDivisionsPass : public llvm::PassInfoMixin<WideDivisionsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
