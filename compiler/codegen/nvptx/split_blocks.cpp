#include "compiler/codegen/nvptx/split_blocks.h"

#include <iterator>

namespace kernelc::codegen {

void SplitLongBlocks(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      // The rest is the function's next block.
      // Memory of a function is reserved in its first block.
      auto seam = block.getFirstNonPHIOrDbgOrAlloca();
      for (unsigned length = 0; length < kMaxBlockLength && seam != block.end(); ++length) {
        ++seam;
      }
      if (seam != block.end() && std::next(seam) != block.end()) {
        block.splitBasicBlock(seam);
      }
    }
  }
}

}  // namespace kernelc::codegen
