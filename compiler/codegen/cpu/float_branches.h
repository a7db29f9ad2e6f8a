// Branches around a few operations on floating-point numbers in loops, as choices of what they give.
//
// `if distance < cutoff: total += ...` in a loop that stays scalar is a branch that nobody foresees: what it skips
// takes a few cycles, and a wrong guess twenty. LLVM does so for fewer operations, on any processor.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

struct FloatBranchesPass : llvm::PassInfoMixin<FloatBranchesPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
