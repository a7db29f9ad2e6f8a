// Arithmetic on 8- and 16-bit integers in registers, which have 32 bits.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// LLVM narrows `(77 * r + 150 * g + 29 * b) >> 8` of bytes to the 16 bits that the result needs,
// and PTX has such operations; but the machine does not, and ptxas extends the sign of each result
// that something reads. So sums, products and operations on bits are done in 32 bits where all they
// are made of is loaded, cut from more bits or constant, so that it needs no extension either; what
// is beyond the narrow type is cut where somebody looks at it.
//
// Runs when LLVM combines instructions no more.
class WordArithmeticPass : public llvm::PassInfoMixin<WordArithmeticPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
