// Gathers of neighbouring elements by all lanes, as loads of several elements and transpositions.
//
// Where each thread reads a row of its own, a few elements of it lie in code one behind the other
// when a loop along the row has been unrolled. Gathers read them one by one for each lane; a lane's
// 16 bytes at a time are fewer accesses, and whole vectors are turned in registers. The same for
// stores.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Stands behind the vectoriser and the unroller, where equal addresses are one value.
class JoinGathersPass : public llvm::PassInfoMixin<JoinGathersPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
