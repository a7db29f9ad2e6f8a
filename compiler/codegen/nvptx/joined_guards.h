// The tests in front of a kernel as one.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// `1 <= x < width - 1 and 1 <= y < height - 1` are branches behind each other where the second test
// takes more than a few instructions: LLVM computes `y` only behind the first. A thread then waits
// for the places in y and z after it waited for that in x, though nearly all threads pass. So the
// tests at the start of a kernel that lead to the same end become one, with what they are made of
// in front, where that is cheap: places, products and sums, not memory or divisions.
//
// Runs when LLVM simplifies branches no more.
class JoinedGuardsPass : public llvm::PassInfoMixin<JoinedGuardsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
