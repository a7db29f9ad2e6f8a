#include "compiler/codegen/nvptx/reconverge.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/CallingConv.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

namespace kernelc::codegen {

namespace {

using llvm::AtomicCmpXchgInst;

// What one lane may see of another's doing before both are at a barrier.
bool IsStrong(const llvm::Instruction& inst) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst)) {
    // Atomic operations of the target, and assembler text.
    return (llvm::isa<llvm::IntrinsicInst>(call) || call->isInlineAsm()) &&
           call->mayWriteToMemory() && call->mayReadFromMemory();
  }
  return inst.isAtomic() || inst.isVolatile();
}

bool HasStrong(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, IsStrong);
  });
}

// A function that was not inlined may do anything, also wait.
bool CallsOut(const llvm::BasicBlock& block) {
  return llvm::any_of(block, [](const llvm::Instruction& inst) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
    return call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && !call->isInlineAsm() &&
           !call->doesNotAccessMemory();
  });
}

// Whether the value is made from what the exchange found.
bool ComesFrom(const llvm::Value* value, const AtomicCmpXchgInst& exchange) {
  const auto* inst = llvm::dyn_cast<llvm::Instruction>(value);
  while (inst != nullptr && inst != &exchange &&
         (llvm::isa<llvm::CastInst>(inst) || llvm::isa<llvm::ExtractValueInst>(inst))) {
    inst = llvm::dyn_cast<llvm::Instruction>(inst->getOperand(0));
  }
  return inst == &exchange;
}

// A compare-and-swap whose failure gives the value that the next try expects: some lane's succeeds
// each time, whoever waits.
bool TriesAgain(const AtomicCmpXchgInst& exchange, const llvm::Loop& loop) {
  const llvm::Value* expected = exchange.getCompareOperand();
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(expected)) {
    expected = cast->getOperand(0);
  }
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(expected);
  return phi != nullptr && phi->getParent() == loop.getHeader() &&
         llvm::all_of(phi->blocks(), [&](const llvm::BasicBlock* from) {
           return !loop.contains(from) || ComesFrom(phi->getIncomingValueForBlock(from), exchange);
         });
}

// Whether the end of the loop depends on memory that changes while lanes wait.
bool MayWait(const llvm::Loop& loop) {
  llvm::SmallVector<llvm::BasicBlock*, 8> exits;
  loop.getExitingBlocks(exits);
  llvm::SmallVector<const llvm::Value*, 16> open;
  for (const llvm::BasicBlock* block : exits) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (branch == nullptr) {
      return true;
    }
    open.push_back(branch->getCondition());
  }
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  while (!open.empty()) {
    const auto* inst = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
    if (inst == nullptr || !loop.contains(inst) || !seen.insert(inst).second) {
      continue;
    }
    if (const auto* exchange = llvm::dyn_cast<AtomicCmpXchgInst>(inst)) {
      if (!TriesAgain(*exchange, loop)) {
        return true;
      }
    } else if (inst->mayReadFromMemory()) {
      return true;
    }
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(inst)) {
      // Which way a value came is decided by branches of the loop.
      for (const llvm::BasicBlock* from : phi->blocks()) {
        const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from->getTerminator());
        if (loop.contains(from) && branch != nullptr && branch->isConditional()) {
          open.push_back(branch->getCondition());
        }
      }
    }
    open.append(inst->op_begin(), inst->op_end());
  }
  return llvm::any_of(loop, [](const llvm::Loop* inner) { return MayWait(*inner); });
}

using Blocks = llvm::SmallPtrSet<llvm::BasicBlock*, 32>;

// Adds the blocks that can come next, as far as `last`, which is left out. Null: to the end.
void AddReachable(llvm::BasicBlock* from, const llvm::BasicBlock* last, Blocks& blocks) {
  llvm::SmallVector<llvm::BasicBlock*, 16> open = {from};
  while (!open.empty()) {
    for (llvm::BasicBlock* next : llvm::successors(open.pop_back_val())) {
      if (next != last && blocks.insert(next).second) {
        open.push_back(next);
      }
    }
  }
}

// Whether the thread ends here at once, so that nobody waits for it.
bool IsEnd(const llvm::BasicBlock* block) {
  return llvm::isa<llvm::ReturnInst>(&*block->getFirstNonPHIOrDbg());
}

class Reconverger {
 public:
  Reconverger(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : function_(function),
        loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        joins_(analyses.getResult<llvm::PostDominatorTreeAnalysis>(function)),
        uniformity_(analyses.getResult<llvm::UniformityInfoAnalysis>(function)) {}

  // Whether it changed something.
  bool Run() {
    FindApart();
    llvm::SmallPtrSet<llvm::BasicBlock*, 8> places;
    for (const llvm::Loop* loop : loops_.getLoopsInPreorder()) {
      if (HasStrong(*loop) && apart_.contains(loop->getHeader())) {
        places.insert(JoinOf(*loop));
      }
    }
    places.erase(nullptr);
    for (llvm::BasicBlock* join : places) {
      llvm::IRBuilder<> builder(join, join->getFirstInsertionPt());
      builder.CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {builder.getInt32(~0u)});
    }
    return !places.empty();
  }

 private:
  // The blocks that lanes of one warp may enter apart: those between a branch that parts them and
  // where they meet again.
  void FindApart() {
    for (llvm::BasicBlock& block : function_) {
      if (uniformity_.hasDivergentTerminator(block) &&
          llvm::none_of(llvm::successors(&block), IsEnd)) {
        AddReachable(&block, NextJoin(&block), apart_);
      }
    }
  }

  // Null: the end of the function.
  llvm::BasicBlock* NextJoin(const llvm::BasicBlock* block) const {
    const auto* node = joins_.getNode(block);
    return node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
  }

  // Where all lanes that were together before the loop are together again; null where that is at
  // the end only, or where some might wait for others on the way.
  llvm::BasicBlock* JoinOf(const llvm::Loop& loop) const {
    llvm::BasicBlock* join = loop.getHeader();
    while (join != nullptr && apart_.contains(join)) {
      join = NextJoin(join);
    }
    const auto* node = dominators_.getNode(loop.getHeader());
    while (node != nullptr && apart_.contains(node->getBlock())) {
      node = node->getIDom();
    }
    if (join == nullptr || node == nullptr || IsEnd(join)) {
      return nullptr;
    }
    Blocks between;
    AddReachable(node->getBlock(), join, between);
    const bool may_wait =
        llvm::any_of(between, [](const llvm::BasicBlock* block) { return CallsOut(*block); }) ||
        llvm::any_of(loops_.getLoopsInPreorder(), [&](const llvm::Loop* inner) {
          return between.contains(inner->getHeader()) && MayWait(*inner);
        });
    return may_wait ? nullptr : join;
  }

  llvm::Function& function_;
  llvm::LoopInfo& loops_;
  llvm::DominatorTree& dominators_;
  llvm::PostDominatorTree& joins_;
  llvm::UniformityInfo& uniformity_;
  Blocks apart_;
};

}  // namespace

llvm::PreservedAnalyses ReconvergePass::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  // The callers of another function may have parted the lanes.
  const bool is_kernel = function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
  const auto has_strong = [](const llvm::Loop* loop) { return HasStrong(*loop); };
  // Most kernels have no such loop, and need no other analyses.
  const bool changed =
      is_kernel &&
      llvm::any_of(analyses.getResult<llvm::LoopAnalysis>(function), has_strong) &&
      Reconverger(function, analyses).Run();
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
