// Division of integers narrower than a register.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Divides 8- and 16-bit integers in 32 bits. ptxas (13.0, from -O2 on) makes wrong code around
// `rem.s16` whose dividend it knows: another register, such as the base of an array, loses its low
// word. LLVM narrows divisions by the ranges of their operands, so the kernel need not have narrow
// integers. Runs last, or they would be narrowed again.
class NarrowDivisionPass : public llvm::PassInfoMixin<NarrowDivisionPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace kernelc::codegen
