// Bits of floats that are stored in pieces.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Puts a `mov` between a float and the narrower integers that are made of its bits and stored,
// passed or returned: stores of floats that are not aligned (fields of packed records), and stores
// of parts of a float's bits.
//
// A register of PTX has a size and no type, and `st.b8 [p], %r` stores its low byte. But where a
// floating-point instruction wrote %r, ptxas (13.0, seen on sm_75 to sm_120) takes it for a float
// and stores it converted to an integer. A `mov.b32` between the two makes it store bits, and costs
// nothing in machine code. Runs last: nothing may look through the `mov`.
class FloatBitsPass : public llvm::PassInfoMixin<FloatBitsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  // Kernels that are not optimised need it too.
  static bool isRequired() { return true; }
};

}  // namespace kernelc::codegen
