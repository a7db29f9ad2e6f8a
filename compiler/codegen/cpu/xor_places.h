// Gathers and scatters of places that are the lanes' own with some bits flipped, the same for all:
// `block[tid ^ stride]`, a value of lane `lane ^ 4`.
//
// Flipping bits above a vector's lanes moves the vector, and flipping those below turns it around
// in itself: such an access is one of whole vectors and a permutation in registers.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Stands behind the vectoriser. `bytes`: of the vectors that registers hold, 32 or 64; 0 where
// there are no gathers. Others are left alone, and so are elements of other sizes than 32 bits.
class XorPlacesPass : public llvm::PassInfoMixin<XorPlacesPass> {
 public:
  explicit XorPlacesPass(unsigned bytes) : bytes_(bytes) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  unsigned bytes_;
};

}  // namespace kernelc::codegen
