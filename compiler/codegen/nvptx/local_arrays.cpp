#include "compiler/codegen/nvptx/local_arrays.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <iterator>

namespace kernelc::codegen {

namespace {

// Address spaces of PTX, as LLVM numbers them.
constexpr unsigned kGeneric = 0;
constexpr unsigned kLocal = 5;

}  // namespace

llvm::PreservedAnalyses LocalArraysPass::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager& /*analyses*/) {
  bool changed = false;
  for (llvm::Instruction& inst : llvm::make_early_inc_range(function.getEntryBlock())) {
    auto* memory = llvm::dyn_cast<llvm::AllocaInst>(&inst);
    if (memory == nullptr || memory->getAddressSpace() != kGeneric) {
      continue;
    }
    llvm::IRBuilder<> builder(memory->getParent(), std::next(memory->getIterator()));
    llvm::Value* local = builder.CreateAddrSpaceCast(memory, builder.getPtrTy(kLocal));
    llvm::Value* generic = builder.CreateAddrSpaceCast(local, memory->getType());
    // Where a lifetime begins and ends is said of the array itself.
    memory->replaceUsesWithIf(generic, [local](const llvm::Use& use) {
      return use.getUser() != local && !llvm::isa<llvm::LifetimeIntrinsic>(use.getUser());
    });
    changed = true;
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return changed ? preserved : llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
