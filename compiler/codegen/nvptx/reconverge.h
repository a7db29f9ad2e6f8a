// Warps after loops with atomic operations.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Makes the lanes of a warp wait for each other (`bar.warp.sync` with all lanes) where they come
// together again after a loop with atomic operations that some leave sooner, or do not enter.
//
// ptxas (13.0) writes YIELD into such loops where a call may follow, which 64-bit remainders and
// many other divisions are. From then on lanes that wait at the join may run ahead of those in the
// loop. But both use the uniform registers of the warp, which ptxas allots as if they did not: lanes
// that run ahead overwrite what the others compute with, and the other way round. Where a kernel
// goes wrong by that depends on time.
//
// The lanes meet at the nearest join that all of them come to. Not at inner joins: to wait for a
// group of lanes takes a uniform register, which suffers the same, and then the warp hangs. Left
// alone is a join before which a lane may still wait for another one (waiting.h), which might be one
// that would have to wait there: it may hold a lock.
//
// Needs atomic operations that the target has.
class ReconvergePass : public llvm::PassInfoMixin<ReconvergePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  // Kernels that are not optimised need it too.
  static bool isRequired() { return true; }
};

}  // namespace kernelc::codegen
