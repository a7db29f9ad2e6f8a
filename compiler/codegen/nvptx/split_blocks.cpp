#include "compiler/codegen/nvptx/split_blocks.h"

#include <llvm/IR/Function.h>

#include <iterator>

namespace kernelc::codegen {

llvm::PreservedAnalyses SplitBlocksPass::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager& /*analyses*/) {
  bool changed = false;
  for (llvm::BasicBlock& block : function) {
    // Memory of a function is reserved in its first block.
    auto seam = block.getFirstNonPHIOrDbgOrAlloca();
    for (unsigned length = 0; length < kMaxBlockLength && seam != block.end(); ++length) {
      ++seam;
    }
    if (seam != block.end() && std::next(seam) != block.end()) {
      // The rest is the function's next block.
      block.splitBasicBlock(seam);
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
