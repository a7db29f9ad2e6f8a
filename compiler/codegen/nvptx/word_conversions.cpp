#include "compiler/codegen/nvptx/word_conversions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace kernelc::codegen {

namespace {

// `float(int(x))` without the integer; a sum with zero, since there is no integer -0. Numbers that
// the integer does not hold have no conversion.
bool RoundToZero(llvm::Instruction& conversion) {
  auto* integer = llvm::dyn_cast<llvm::FPToSIInst>(conversion.getOperand(0));
  if (integer == nullptr || !integer->getType()->isIntegerTy(64) ||
      integer->getOperand(0)->getType() != conversion.getType() ||
      !llvm::isa<llvm::SIToFPInst>(conversion)) {
    return false;
  }
  llvm::IRBuilder<> builder(&conversion);
  llvm::Value* whole =
      builder.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, integer->getOperand(0));
  conversion.replaceAllUsesWith(
      builder.CreateFAdd(whole, llvm::ConstantFP::getZero(conversion.getType())));
  conversion.eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses WordConversionsPass::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& /*analyses*/) {
  bool changed = false;
  for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(inst)) {
      continue;
    }
    if (auto* half = llvm::dyn_cast<llvm::TruncInst>(inst.getOperand(0))) {
      half->dropPoisonGeneratingFlags();
    } else {
      changed |= RoundToZero(inst);
    }
  }
  if (!changed) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
