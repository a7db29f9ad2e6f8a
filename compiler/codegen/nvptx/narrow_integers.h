// Arithmetic on integers narrower than a register.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Does in 32 bits what ptxas (13.0) makes wrong code of in 16: divisions, negations and absolute
// values of 8- and 16-bit integers.
//
// Around `rem.s16` whose dividend it knows, another register, such as the base of an array, loses
// its low word. It takes the results of neg.s16 and abs.s16 for ones that fit, which those of the
// smallest number do not, and leaves out sign extensions after them.
//
// LLVM narrows operations by the ranges of their operands and the bits that are used of their
// results, so the kernel need not have narrow integers. Runs last, or they would be narrowed again;
// the back end too narrows negations, so these are assembler text.
class NarrowIntegersPass : public llvm::PassInfoMixin<NarrowIntegersPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  // Kernels that are not optimised need it too.
  static bool isRequired() { return true; }
};

}  // namespace kernelc::codegen
