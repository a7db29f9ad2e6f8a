#include "compiler/codegen/nvptx/word_conversions.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace kernelc::codegen {

llvm::PreservedAnalyses WordConversionsPass::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(inst)) {
      if (auto* half = llvm::dyn_cast<llvm::TruncInst>(inst.getOperand(0))) {
        half->dropPoisonGeneratingFlags();
      }
    }
  }
  // Nothing that an analysis knows has changed.
  return llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
