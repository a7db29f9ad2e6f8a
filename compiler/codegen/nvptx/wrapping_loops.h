// Loops whose variable runs away from its bound.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Keeps ptxas (13.0) from unrolling loops that go on while their variable is on the side of a bound
// from which its steps lead away, such as
//
//   do { ... i -= 1; } while (i < bound);  // unsigned
//
// which ends at once or when i wraps around. LLVM makes them of loops that end at zero or at a test
// in the body: `i != 0 && i - 1 < bound` is one unsigned comparison. ptxas takes the difference of
// variable and bound for the number of iterations, and runs two or four where one is right.
//
// Runs after the passes that make such comparisons. Source: `.pragma "nounroll"` of the PTX ISA,
// which LLVM's back end writes for loops with llvm.loop.unroll.disable.
class WrappingLoopsPass : public llvm::PassInfoMixin<WrappingLoopsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  // Kernels that are not optimised need it too: ptxas unrolls theirs.
  static bool isRequired() { return true; }
};

}  // namespace kernelc::codegen
