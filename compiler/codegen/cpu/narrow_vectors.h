// Vectors of integers of 64 bits that are computed in 32, 16 or 8 bits where nobody sees the difference.
//
// Counters, literals and what is computed from bytes are of 64 bits in the language, and so are the vectors that LLVM
// makes of them: eight to a register where the elements that they are loaded from and stored to are 64. The low bits of
// sums, differences, products and choices need the low bits of their operands alone; shifts to the right, comparisons,
// minima and magnitudes need all of them, and get them where ranges (integer_ranges.h) show that the others only repeat
// the sign or are zero. A connected part of such operations is computed in fewer bits where this takes fewer registers,
// what comes in and goes out counted.
//
// The demanded bits of LLVM's vectoriser do the same for what ends in bytes, not for comparisons and not where the type
// of 32 bits is legal.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Stands behind the vectoriser.
struct NarrowVectorsPass : llvm::PassInfoMixin<NarrowVectorsPass> {
  explicit NarrowVectorsPass(unsigned bits) : register_bits(bits) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

  // Of the machine's vectors.
  unsigned register_bits;
};

}  // namespace kernelc::codegen
