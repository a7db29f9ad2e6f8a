// Rows of threads that lie far apart, fetched some rows ahead.
//
// A loop of the kernel's own around one over threads reads a stretch of memory in each turn: a
// grid-stride loop a block's threads of every grid, a walk down columns a vector of every row. The
// hardware follows stretches that lie behind each other, and not such.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Stands in front of the vectoriser, while loops over threads are marked (loop_metadata.h).
class PrefetchRowsPass : public llvm::PassInfoMixin<PrefetchRowsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
