// Pointers that advance with a loop.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Where an iteration reads or writes an array at a distance from the last one that is known before
// the loop, but is no constant, as in a column of a matrix, the array gets a pointer that advances
// by it:
//
//   total += *(a + row * width + column)    becomes    total += *p; p += step
//
// Without it each access is a product, a sum and an extension of its own. The assembler unrolls a
// loop with a plain counter and then puts its loads first, as far as it has registers for what
// their addresses are made of: of four loads in flight sixteen become. That is why the loop's test
// is made plain too (loop_tests.h), and why loops are left alone whose counter advances by what is
// no constant, such as grid-stride loops: the assembler does not unroll them.
//
// Loops whose addresses advance by a constant are LLVM's (strength_reduction.h).
class MovingPointersPass : public llvm::PassInfoMixin<MovingPointersPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
