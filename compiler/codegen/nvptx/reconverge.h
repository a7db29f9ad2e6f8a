// Warps after loops with atomic operations.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Makes the lanes of a warp wait for each other where they come together again after a loop with
// atomic operations: `activemask` where their ways part, `bar.warp.sync` at the join. Their ways
// part where they leave such a loop at different iterations, and at branches with such a loop on one
// side.
//
// ptxas (13.0) writes YIELD into loops with atomic operations, so that lanes that spin for another
// one do not keep it from going on. From then on all lanes of the warp that wait at a join may run
// ahead. But ptxas also takes the warp for converged there, and computes in registers that the lanes
// share: a step is added once for each group of lanes, or lanes that are ahead overwrite the address
// that the others use. Where a kernel goes wrong by that depends on time.
//
// Left alone is what may wait for another lane, which might be one that would have to wait here:
// loops whose end depends on what is loaded, but for those that try a compare-and-swap again with
// the value that it found; and calls of functions that were not inlined.
//
// Needs simplified loops, and atomic operations that the target has.
class ReconvergePass : public llvm::PassInfoMixin<ReconvergePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  // Kernels that are not optimised need it too.
  static bool isRequired() { return true; }
};

}  // namespace kernelc::codegen
