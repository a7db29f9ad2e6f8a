// Long straight code in blocks of bounded length.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Instructions of the longest block that the back end gets: many times what people write.
inline constexpr unsigned kMaxBlockLength = 4000;

// Splits longer blocks. The load and store vectorizer goes, for each access, back to the first of those that may be
// joined, which for 30,000 lines of straight code with accesses of one array took 3 s. What stands on different sides
// of a seam is not joined; the machine code of a block that falls through is the same.
//
// Stands in front of the vectorizer.
struct SplitBlocksPass : llvm::PassInfoMixin<SplitBlocksPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
