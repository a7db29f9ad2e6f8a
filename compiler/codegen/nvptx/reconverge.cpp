#include "compiler/codegen/nvptx/reconverge.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/CallingConv.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "compiler/codegen/nvptx/waiting.h"

namespace kernelc::codegen {

namespace {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 32>;

// Adds the blocks that can come next, and behind those that are not `last`.
template <typename IsLast>
void AddReachable(const llvm::BasicBlock* from, IsLast is_last, Blocks& blocks) {
  llvm::SmallVector<const llvm::BasicBlock*, 16> open = {from};
  while (!open.empty()) {
    for (const llvm::BasicBlock* next : llvm::successors(open.pop_back_val())) {
      if (blocks.insert(next).second && !is_last(next)) {
        open.push_back(next);
      }
    }
  }
}

// Whether the thread ends here at once, so that nobody waits for it.
bool IsEnd(const llvm::BasicBlock* block) {
  return llvm::isa<llvm::ReturnInst>(&*block->getFirstNonPHIOrDbg());
}

// Whether lanes that go on after the branch can do so in different ways.
bool HasWays(const llvm::BasicBlock& block) {
  const llvm::BasicBlock* way = nullptr;
  return llvm::any_of(llvm::successors(&block), [&](const llvm::BasicBlock* next) {
    const bool other = way != nullptr && next != way;
    if (IsEnd(next)) {
      return false;
    }
    way = next;
    return other;
  });
}

// Whether each lane waits here for all others that have not ended, when all come.
bool IsMeeting(const llvm::Instruction& inst) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
  switch (call == nullptr ? llvm::Intrinsic::not_intrinsic : call->getIntrinsicID()) {
    case llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all:
    case llvm::Intrinsic::nvvm_barrier_cta_red_popc_aligned_all:
    case llvm::Intrinsic::nvvm_barrier_cta_red_and_aligned_all:
    case llvm::Intrinsic::nvvm_barrier_cta_red_or_aligned_all:
      return true;
    case llvm::Intrinsic::nvvm_bar_warp_sync: {
      const auto* lanes = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
      return lanes != nullptr && lanes->isMinusOne();
    }
    default:
      return false;
  }
}

// Whether LLVM sees all that is run again as loops.
bool HasLoopsOnly(const llvm::CycleInfo& cycles) {
  return llvm::all_of(cycles.toplevel_cycles(), [](const llvm::Cycle* top) {
    return llvm::all_of(llvm::depth_first(top),
                        [](const llvm::Cycle* cycle) { return cycle->isReducible(); });
  });
}

class Reconverger {
 public:
  Reconverger(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : function_(function),
        loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        joins_(analyses.getResult<llvm::PostDominatorTreeAnalysis>(function)),
        uniformity_(analyses.getResult<llvm::UniformityInfoAnalysis>(function)) {}

  // Whether it changed something.
  bool Run() {
    FindApart();
    FindHeld();
    Blocks places;
    for (const llvm::Loop* loop : loops_.getLoopsInPreorder()) {
      llvm::BasicBlock* const join =
          HasAtomics(*loop) && apart_.contains(loop->getHeader()) ? JoinOf(*loop) : nullptr;
      if (join != nullptr && !places.contains(join) && !held_.contains(join)) {
        places.insert(join);
        llvm::IRBuilder<> builder(join, join->getFirstInsertionPt());
        builder.CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {builder.getInt32(~0u)});
      }
    }
    return !places.empty();
  }

 private:
  // The blocks that lanes of one warp may enter apart: those behind a branch that parts them, as
  // far as they meet again.
  void FindApart() {
    llvm::SmallVector<const llvm::BasicBlock*, 16> open;
    for (const llvm::BasicBlock& block : function_) {
      if (uniformity_.hasDivergentTerminator(block) && HasWays(block)) {
        open.push_back(&block);
      }
    }
    while (!open.empty()) {
      const llvm::BasicBlock* const branch = open.pop_back_val();
      const llvm::BasicBlock* const join = NextJoin(branch);
      for (const llvm::BasicBlock* way : llvm::successors(branch)) {
        for (; way != nullptr && way != join; way = NextJoin(way)) {
          // What is decided there is decided for these lanes alone.
          if (apart_.insert(way).second) {
            open.push_back(way);
          }
        }
      }
    }
  }

  // Null: the end of the function.
  llvm::BasicBlock* NextJoin(const llvm::BasicBlock* block) const {
    const auto* node = joins_.getNode(block);
    return node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
  }

  // Where all lanes that have not ended are together again behind the loop; null where that is at
  // the end only.
  llvm::BasicBlock* JoinOf(const llvm::Loop& loop) const {
    llvm::BasicBlock* join = loop.getHeader();
    while (join != nullptr && apart_.contains(join)) {
      join = NextJoin(join);
    }
    return join == nullptr || IsEnd(join) ? nullptr : join;
  }

  // The blocks that a lane may enter while others are still waiting for it: whoever holds a lock
  // came out of a loop where they are. As far as all had to wait for each other.
  void FindHeld() {
    const auto is_meeting = [this](const llvm::BasicBlock* block) {
      return IsMeetingOfAll(*block);
    };
    WaitingLoops waiting;
    for (const llvm::Loop* loop : loops_.getLoopsInPreorder()) {
      if (GoesRoundAlone(*loop) && waiting.MayWait(*loop)) {
        for (const llvm::BasicBlock* block : loop->blocks()) {
          AddReachable(block, is_meeting, held_);
        }
      }
    }
    for (const llvm::BasicBlock& block : function_) {
      if (MayWaitInCall(block)) {
        AddReachable(&block, is_meeting, held_);
      }
    }
  }

  bool IsMeetingOfAll(const llvm::BasicBlock& block) const {
    return !apart_.contains(&block) && llvm::any_of(block, IsMeeting);
  }

  // Whether a lane can come to the loop's begin again without the others.
  bool GoesRoundAlone(const llvm::Loop& loop) const {
    const llvm::BasicBlock* const header = loop.getHeader();
    if (IsMeetingOfAll(*header)) {
      return false;
    }
    Blocks reached;
    AddReachable(
        header,
        [&](const llvm::BasicBlock* block) {
          return block == header || !loop.contains(block) || IsMeetingOfAll(*block);
        },
        reached);
    return reached.contains(header);
  }

  llvm::Function& function_;
  llvm::LoopInfo& loops_;
  llvm::PostDominatorTree& joins_;
  llvm::UniformityInfo& uniformity_;
  Blocks apart_;
  Blocks held_;
};

}  // namespace

llvm::PreservedAnalyses ReconvergePass::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  // The callers of another function may have parted the lanes.
  const bool is_kernel = function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
  const auto has_atomics = [](const llvm::Loop* loop) { return HasAtomics(*loop); };
  // Most kernels have no such loop, and need no other analyses.
  const bool changed =
      is_kernel && llvm::any_of(analyses.getResult<llvm::LoopAnalysis>(function), has_atomics) &&
      HasLoopsOnly(analyses.getResult<llvm::CycleAnalysis>(function)) &&
      Reconverger(function, analyses).Run();
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
