#include "compiler/codegen/cpu/same_stores.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <vector>

#include "compiler/codegen/cpu/own_stores.h"

namespace kernelc::codegen {

namespace {

struct SameStore {
  llvm::Instruction* store;
  llvm::Value* place;
  llvm::Value* value;
  // Which lanes store; null where it is one thread's store.
  llvm::Value* mask = nullptr;
  llvm::Align align;
};

std::optional<SameStore> AsStore(llvm::Instruction& inst) {
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst)) {
    return store->isSimple() ? std::optional(SameStore{store, store->getPointerOperand(),
                                                       store->getValueOperand(), nullptr,
                                                       store->getAlign()})
                             : std::nullopt;
  }
  auto* scatter = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
  if (scatter == nullptr || scatter->getIntrinsicID() != llvm::Intrinsic::masked_scatter) {
    return std::nullopt;
  }
  llvm::Value* place = llvm::getSplatValue(scatter->getArgOperand(1));
  llvm::Value* value = llvm::getSplatValue(scatter->getArgOperand(0));
  return place == nullptr || value == nullptr
             ? std::nullopt
             : std::optional(SameStore{scatter, place, value, scatter->getArgOperand(2),
                                       scatter->getParamAlign(1).valueOrOne()});
}

// Memory that other cores may want, at a place and with a value that all turns of a loop share.
bool IsShared(const SameStore& store, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(store.store->getParent());
  const llvm::Type* type = store.value->getType();
  return loop != nullptr && (type->isIntegerTy() || type->isFloatingPointTy()) &&
         loop->isLoopInvariant(store.place) && loop->isLoopInvariant(store.value) &&
         !IsWorkerMemory(store.place) &&
         !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(store.place, 0));
}

void StoreWhereOther(const SameStore& same) {
  llvm::IRBuilder<> builder(same.store);
  if (same.mask != nullptr) {
    builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(
        builder.CreateOrReduce(same.mask), same.store->getIterator(), /*Unreachable=*/false));
  }
  // Numbers that compare equal may differ in bits.
  llvm::Type* bits = builder.getIntNTy(same.value->getType()->getScalarSizeInBits());
  llvm::Value* old = builder.CreateAlignedLoad(bits, same.place, same.align);
  llvm::Value* differs = builder.CreateICmpNE(old, builder.CreateBitCast(same.value, bits));
  llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(
      differs, builder.GetInsertPoint(), /*Unreachable=*/false);
  builder.SetInsertPoint(then);
  builder.CreateAlignedStore(same.value, same.place, same.align)
      ->copyMetadata(*same.store, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
  same.store->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SameStoresPass::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  std::vector<SameStore> stores;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (const std::optional<SameStore> store = AsStore(inst); store && IsShared(*store, loops)) {
      stores.push_back(*store);
    }
  }
  for (const SameStore& store : stores) {
    StoreWhereOther(store);
  }
  return stores.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace kernelc::codegen
