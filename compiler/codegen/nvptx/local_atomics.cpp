#include "compiler/codegen/nvptx/local_atomics.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include <algorithm>
#include <optional>

namespace kernelc::codegen {

namespace {

bool IsLocal(const llvm::Value* pointer) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects);
  return std::ranges::all_of(
      objects, [](const llvm::Value* object) { return llvm::isa<llvm::AllocaInst>(object); });
}

bool IsPrivate(const llvm::Instruction& inst) {
  const std::optional<llvm::SyncScope::ID> scope = llvm::getAtomicSyncScopeID(&inst);
  if (!scope) {
    return false;
  }
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst);
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst)) {
    pointer = rmw->getPointerOperand();
  } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) {
    pointer = exchange->getPointerOperand();
  }
  return pointer != nullptr && (*scope == llvm::SyncScope::SingleThread || IsLocal(pointer));
}

void MakePlain(llvm::Instruction* inst) {
  if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(inst)) {
    llvm::lowerAtomicRMWInst(rmw);
  } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(inst)) {
    llvm::lowerAtomicCmpXchgInst(exchange);
  } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(inst)) {
    load->setAtomic(llvm::AtomicOrdering::NotAtomic);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(inst)) {
    store->setAtomic(llvm::AtomicOrdering::NotAtomic);
  }
}

}  // namespace

llvm::PreservedAnalyses LocalAtomicsPass::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& /*analyses*/) {
  llvm::SmallVector<llvm::Instruction*, 8> found;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (inst.isAtomic() && IsPrivate(inst)) {
      found.push_back(&inst);
    }
  }
  std::ranges::for_each(found, MakePlain);
  return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace kernelc::codegen
