// Divisions of integers in loops over threads, as divisions of float64 numbers.
//
// x86 has vectors of no integer division, and one of 64 bits takes as long as a vector of float64
// ones. Numbers below 2^52 are exact there, and so is the quotient that is cut to an integer: a / b
// lies at least 1 / b from the next integer, which is more than a rounding when a is below 2^52.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Stands in front of the vectoriser, while loops over threads are marked (loop_metadata.h).
class VectorDivisionsPass : public llvm::PassInfoMixin<VectorDivisionsPass> {
 public:
  // `wide`: the machine converts vectors of 64-bit integers.
  explicit VectorDivisionsPass(bool wide) : wide_(wide) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  bool wide_;
};

}  // namespace kernelc::codegen
