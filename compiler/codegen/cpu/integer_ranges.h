// Which numbers the elements of a vector of integers can be, by what they are computed from.
//
// LLVM's own analysis asks for known bits, which say nothing of sums and differences, or follows loops. This one goes
// through a vectoriser's straight lines: bytes that are widened, added, multiplied and clamped.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instruction.h>

namespace kernelc::codegen {

class IntegerRanges {
 public:
  explicit IntegerRanges(const llvm::DataLayout& layout) : layout_(layout) {}

  // Of an integer or a vector of integers. What goes around a loop can be anything.
  llvm::ConstantRange Of(llvm::Value* value) { return Of(value, 0); }

  // A value is gone.
  void Forget(llvm::Value* value) { known_.erase(value); }

 private:
  llvm::ConstantRange Of(llvm::Value* value, unsigned depth);
  llvm::ConstantRange Compute(llvm::Instruction& inst, unsigned depth);
  llvm::ConstantRange OfCall(llvm::Instruction& inst, unsigned depth);
  llvm::ConstantRange OfBinary(llvm::Instruction& inst, unsigned depth);

  const llvm::DataLayout& layout_;
  llvm::DenseMap<llvm::Value*, llvm::ConstantRange> known_;
};

}  // namespace kernelc::codegen
