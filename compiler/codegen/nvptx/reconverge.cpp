#include "compiler/codegen/nvptx/reconverge.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

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

// Where the ways of lanes part, and where all of them meet again.
struct Parting {
  llvm::BasicBlock* from;
  llvm::BasicBlock* join;
};

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
    for (const llvm::Loop* loop : loops_.getLoopsInPreorder()) {
      if (HasStrong(*loop)) {
        strong_.push_back(loop);
      }
    }
    if (strong_.empty()) {
      return false;
    }
    FindPartings();
    // Inner ones first: their lanes meet before those of the outer ones.
    llvm::stable_sort(partings_, [&](const Parting& a, const Parting& b) {
      return dominators_.getNode(a.from)->getLevel() > dominators_.getNode(b.from)->getLevel();
    });
    for (const Parting& parting : partings_) {
      Sync(parting);
    }
    return !partings_.empty();
  }

 private:
  void FindPartings() {
    for (const llvm::Loop* loop : strong_) {
      if (loop->getLoopPreheader() != nullptr && LeaveApart(*loop)) {
        AddParting(*loop->getLoopPreheader(), JoinBehind(*loop));
      }
    }
    for (llvm::BasicBlock& block : function_) {
      if (uniformity_.hasDivergentTerminator(block)) {
        AddParting(block, JoinOf(block));
      }
    }
  }

  bool LeaveApart(const llvm::Loop& loop) const {
    llvm::SmallVector<llvm::BasicBlock*, 8> exits;
    loop.getExitingBlocks(exits);
    return llvm::any_of(exits, [&](const llvm::BasicBlock* block) {
      return uniformity_.hasDivergentTerminator(*block);
    });
  }

  // Null: the end of the function.
  llvm::BasicBlock* JoinOf(const llvm::BasicBlock& block) const {
    const auto* node = joins_.getNode(&block);
    return node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
  }

  llvm::BasicBlock* JoinBehind(const llvm::Loop& loop) const {
    llvm::BasicBlock* join = loop.getHeader();
    while (join != nullptr && loop.contains(join)) {
      join = JoinOf(*join);
    }
    return join;
  }

  void AddParting(llvm::BasicBlock& from, llvm::BasicBlock* join) {
    // Lanes that go round an outer loop between the two would meet others of another iteration.
    if (join == nullptr || loops_.getLoopFor(&from) != loops_.getLoopFor(join)) {
      return;
    }
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> between;
    llvm::SmallVector<const llvm::BasicBlock*, 16> open = {&from};
    while (!open.empty()) {
      for (const llvm::BasicBlock* next : llvm::successors(open.pop_back_val())) {
        if (next == &from || !dominators_.dominates(&from, next)) {
          if (next != join) {
            return;
          }
        } else if (next != join && between.insert(next).second) {
          open.push_back(next);
        }
      }
    }
    const auto is_between = [&](const llvm::Loop* loop) {
      return between.contains(loop->getHeader());
    };
    if (llvm::any_of(strong_, is_between) &&
        llvm::none_of(between, [](const llvm::BasicBlock* block) { return CallsOut(*block); }) &&
        llvm::none_of(loops_.getLoopsInPreorder(), [&](const llvm::Loop* loop) {
          return is_between(loop) && MayWait(*loop);
        })) {
      partings_.push_back({&from, join});
    }
  }

  void Sync(const Parting& parting) {
    llvm::SmallVector<llvm::BasicBlock*, 8> ends;
    for (llvm::BasicBlock* end : llvm::predecessors(parting.join)) {
      if (dominators_.dominates(parting.from, end) && !llvm::is_contained(ends, end)) {
        ends.push_back(end);
      }
    }
    llvm::BasicBlock* join = parting.join;
    if (ends.size() != llvm::pred_size(join)) {
      join = llvm::SplitBlockPredecessors(join, ends, ".sync", &dominators_, &loops_);
    }
    llvm::IRBuilder<> before(parting.from->getTerminator());
    llvm::Value* lanes = before.CreateIntrinsic(llvm::Intrinsic::nvvm_activemask, {});
    llvm::IRBuilder<> behind(join, join->getFirstInsertionPt());
    behind.CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {lanes});
  }

  llvm::Function& function_;
  llvm::LoopInfo& loops_;
  llvm::DominatorTree& dominators_;
  llvm::PostDominatorTree& joins_;
  llvm::UniformityInfo& uniformity_;
  std::vector<const llvm::Loop*> strong_;
  std::vector<Parting> partings_;
};

}  // namespace

llvm::PreservedAnalyses ReconvergePass::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  const bool changed = Reconverger(function, analyses).Run();
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
