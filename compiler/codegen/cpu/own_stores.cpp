#include "compiler/codegen/cpu/own_stores.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdlib>
#include <vector>

#include "runtime/abi/cpu_abi.h"

namespace kernelc::codegen {

namespace {

constexpr const char* kWorkerMemory = "kernelc.worker";

// The same value wherever it is computed in a basic block; over a few operations.
bool IsSame(const llvm::Value* a, const llvm::Value* b, unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 8;
  if (a == b) {
    return true;
  }
  const auto* left = llvm::dyn_cast<llvm::Instruction>(a);
  const auto* right = llvm::dyn_cast<llvm::Instruction>(b);
  if (left == nullptr || right == nullptr || depth > kMaxDepth || left->mayReadOrWriteMemory() ||
      llvm::isa<llvm::PHINode>(left) || !left->isSameOperationAs(right)) {
    return false;
  }
  for (unsigned i = 0; i < left->getNumOperands(); ++i) {
    if (!IsSame(left->getOperand(i), right->getOperand(i), depth + 1)) {
      return false;
    }
  }
  return true;
}

// The same place is loaded in front of the store: what is there then costs nothing to know. Where
// it is not, loading it would wait for stores nearby.
bool IsLoadedBefore(const llvm::IntrinsicInst& store) {
  for (const llvm::Instruction* inst = store.getPrevNode(); inst != nullptr;
       inst = inst->getPrevNode()) {
    const auto* load = llvm::dyn_cast<llvm::IntrinsicInst>(inst);
    if (load != nullptr && load->getIntrinsicID() == llvm::Intrinsic::masked_load &&
        IsSame(load->getArgOperand(0), store.getArgOperand(1))) {
      return true;
    }
  }
  return false;
}

// A masked store that `StoreWhole` can take the place of.
bool IsOwnStore(const llvm::IntrinsicInst& inst, const llvm::DataLayout& layout) {
  return inst.getIntrinsicID() == llvm::Intrinsic::masked_store &&
         llvm::isa<llvm::FixedVectorType>(inst.getArgOperand(0)->getType()) &&
         layout.getTypeStoreSize(inst.getArgOperand(0)->getType()) <= abi::kCpuWorkerPadding &&
         IsWorkerMemory(inst.getArgOperand(1)) && IsLoadedBefore(inst);
}

// Another store of its basic block goes to a part of the same place: a vector that is stored whole
// would first load what that one has just stored.
bool OverlapsAnother(const llvm::IntrinsicInst& store, const llvm::DataLayout& layout) {
  const auto bytes =
      static_cast<std::int64_t>(layout.getTypeStoreSize(store.getArgOperand(0)->getType()));
  return llvm::any_of(*store.getParent(), [&](const llvm::Instruction& inst) {
    const auto* other = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    if (other == nullptr || other->getIntrinsicID() != llvm::Intrinsic::masked_store) {
      return false;
    }
    const auto apart =
        store.getArgOperand(1)->getPointerOffsetFrom(other->getArgOperand(1), layout);
    return apart && *apart != 0 && std::abs(*apart) < bytes;
  });
}

// Where no lane stores, the place may be anywhere, and memory of the function's own takes its part.
void StoreWhole(llvm::IntrinsicInst& store, llvm::Instruction* entry) {
  llvm::Value* value = store.getArgOperand(0);
  llvm::Value* mask = store.getArgOperand(2);
  const llvm::Align align = store.getParamAlign(1).valueOrOne();
  llvm::AllocaInst* nowhere = llvm::IRBuilder<>(entry).CreateAlloca(value->getType());
  nowhere->setAlignment(std::max(align, nowhere->getAlign()));
  llvm::IRBuilder<> builder(&store);
  llvm::Value* place =
      builder.CreateSelect(builder.CreateOrReduce(mask), store.getArgOperand(1), nowhere);
  llvm::Value* old = builder.CreateAlignedLoad(value->getType(), place, align);
  builder.CreateAlignedStore(builder.CreateSelect(mask, value, old), place, align);
  store.eraseFromParent();
}

}  // namespace

void MarkWorkerMemory(llvm::LoadInst* pointer) {
  pointer->setMetadata(kWorkerMemory, llvm::MDNode::get(pointer->getContext(), {}));
}

bool IsWorkerMemory(const llvm::Value* pointer) {
  const auto* object = llvm::dyn_cast<llvm::LoadInst>(llvm::getUnderlyingObject(pointer, 0));
  return object != nullptr && object->getMetadata(kWorkerMemory) != nullptr;
}

llvm::PreservedAnalyses OwnStoresPass::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::IntrinsicInst*> stores;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    auto* store = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    if (store != nullptr && IsOwnStore(*store, function.getDataLayout()) &&
        !OverlapsAnother(*store, function.getDataLayout())) {
      stores.push_back(store);
    }
  }
  for (llvm::IntrinsicInst* store : stores) {
    StoreWhole(*store, &*function.getEntryBlock().getFirstInsertionPt());
  }
  if (stores.empty()) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
