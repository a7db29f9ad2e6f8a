// Integers that were cut to a narrower type without loss.
#pragma once

#include <llvm/IR/Instructions.h>

namespace kernelc::codegen {

// What `value` was cut from, as places of threads are on the CPU, when that has the type `to`; else
// null. LLVM would widen such a value by shifting it up and down, and no longer see that it counts.
inline llvm::Value* UncutInteger(llvm::Value* value, const llvm::Type* to, bool is_signed) {
  const auto* cut = llvm::dyn_cast<llvm::TruncInst>(value);
  const bool lossless = cut != nullptr && cut->getSrcTy() == to &&
                        (is_signed ? cut->hasNoSignedWrap() : cut->hasNoUnsignedWrap());
  return lossless ? cut->getOperand(0) : nullptr;
}

}  // namespace kernelc::codegen
