#include "compiler/codegen/nvptx/signed_indices.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace kernelc::codegen {

namespace {

// An address is made of it.
bool IsIndex(const llvm::CastInst& extension) {
  return extension.getSrcTy()->isIntegerTy() &&
         llvm::any_of(extension.users(), llvm::IsaPred<llvm::GetElementPtrInst>);
}

void WidenSigned(llvm::ZExtInst* extension) {
  llvm::IRBuilder<> builder(extension);
  llvm::Value* index = builder.CreateSExt(extension->getOperand(0), extension->getType());
  extension->replaceUsesWithIf(index, [](const llvm::Use& use) {
    return llvm::isa<llvm::GetElementPtrInst>(use.getUser());
  });
  if (extension->use_empty()) {
    extension->eraseFromParent();
  }
}

}  // namespace

llvm::PreservedAnalyses SignedIndicesPass::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& /*analyses*/) {
  llvm::SmallVector<llvm::ZExtInst*> unsigned_ones;
  llvm::SmallPtrSet<const llvm::Value*, 8> widened_signed;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    auto* extension = llvm::dyn_cast<llvm::CastInst>(&inst);
    if (extension == nullptr || !IsIndex(*extension)) {
      continue;
    }
    if (auto* without = llvm::dyn_cast<llvm::ZExtInst>(extension);
        without != nullptr && without->hasNonNeg()) {
      unsigned_ones.push_back(without);
    } else if (llvm::isa<llvm::SExtInst>(extension)) {
      widened_signed.insert(extension->getOperand(0));
    }
  }
  bool changed = false;
  for (llvm::ZExtInst* extension : unsigned_ones) {
    if (widened_signed.contains(extension->getOperand(0))) {
      WidenSigned(extension);
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
