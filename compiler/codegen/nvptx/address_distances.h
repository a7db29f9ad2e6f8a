// Addresses at a distance from others.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// The neighbours of an element in another row or plane, as stencils read them, are indexed by sums
// and products of their own, `((z - 1) * height + y) * width + x`, and LLVM finds again what two of
// them share only where the difference is a constant. So the address of an access is made of that
// of another one of the array which surely ran before, where the distance takes fewer instructions
// than the address does: `p - 4 * width * height`.
//
// Distances are differences of sums of products (offset_sums.h). They are taken in 32 bits where
// both addresses are those of a 32-bit index: it does not overflow between two elements that are
// accessed. In 64 bits it does not matter whether something overflows.
//
// Runs before LLVM takes constants out of indices.
class AddressDistancesPass : public llvm::PassInfoMixin<AddressDistancesPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
