// Stores of one value to one place by many threads (`changed[0] = 1`), left out where the place has
// the value already.
//
// Each store takes the line of memory from all other cores; a load leaves it with them. A thread
// that finds its value there does what it would have done by storing it at that moment.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Stands behind the vectoriser, which makes such stores under a condition scatters of equal lanes.
class SameStoresPass : public llvm::PassInfoMixin<SameStoresPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
