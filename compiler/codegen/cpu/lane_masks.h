// Masks of threads in 32 bits.
//
// Integers of the language are int64 unless a kernel says otherwise, and loops over threads count
// in 64 bits for the sake of addresses. `tid + 1 < n`, and which lanes of the last vector are
// threads, would each be two comparisons of half of the lanes, and their masks put together, where
// one is enough.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// In vector loops of which is known that they count to small numbers. Stands behind the vectoriser.
class LaneMasksPass : public llvm::PassInfoMixin<LaneMasksPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
