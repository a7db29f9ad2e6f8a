// Loops over local arrays written out, so that the arrays can be in registers.
#pragma once

#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>

namespace kernelc::codegen {

// Registers have no addresses: an array of a thread can be in registers only where it is known in each place of the
// code which element is meant. So loops whose variables pick elements are written out where all elements that the
// function picks are known then, and little enough remains. Where the elements need no more, a loop around them stays:
//
//   for step in range(64, 0, -1):
//     for j in range(step):
//       values[j] = p * values[j + 1] + q * values[j]
//
// becomes 64 turns of 64 statements, each of which may be the last one of its turn, not 2,080 statements.
//
// Runs behind the simplification of loops' variables and before LLVM unrolls loops, behind which SROA makes values of
// arrays.
class RegisterArraysPass : public llvm::PassInfoMixin<RegisterArraysPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater);
};

}  // namespace kernelc::codegen
