#include "compiler/codegen/cpu/float_branches.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <utility>

namespace kernelc::codegen {

namespace {

// Operations that are computed for nothing where the branch would not have been taken.
constexpr unsigned kMostOperations = 8;

// Takes a few cycles, and reads no memory.
bool IsCheap(const llvm::Instruction& inst) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst)) {
    switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::fma:
      case llvm::Intrinsic::fmuladd:
      case llvm::Intrinsic::fabs:
      case llvm::Intrinsic::minnum:
      case llvm::Intrinsic::maxnum:
        return true;
      default:
        return false;
    }
  }
  const bool divides = inst.getOpcode() == llvm::Instruction::FDiv || inst.getOpcode() == llvm::Instruction::FRem;
  return (llvm::isa<llvm::BinaryOperator>(inst) && !divides) ||
         llvm::isa<llvm::UnaryOperator, llvm::CmpInst, llvm::SelectInst, llvm::CastInst>(inst);
}

// A block with floating-point arithmetic and nothing that costs much, or that must not run.
bool IsWorthRunning(const llvm::BasicBlock& block) {
  unsigned count = 0;
  bool computes = false;
  for (const llvm::Instruction& inst : block) {
    if (inst.isTerminator()) {
      continue;
    }
    if (++count > kMostOperations || inst.getType()->isVectorTy() || !IsCheap(inst) ||
        !llvm::isSafeToSpeculativelyExecute(&inst)) {
      return false;
    }
    computes = computes || inst.getType()->isFloatingPointTy();
  }
  return computes;
}

// The block that `branch` runs or skips before it goes on to the other successor; null where there is none.
llvm::BasicBlock* SkippedBlock(const llvm::BranchInst& branch) {
  for (const unsigned i : {0u, 1u}) {
    llvm::BasicBlock* block = branch.getSuccessor(i);
    if (block->getSinglePredecessor() == branch.getParent() &&
        block->getSingleSuccessor() == branch.getSuccessor(1 - i) && block != branch.getSuccessor(1 - i) &&
        IsWorthRunning(*block)) {
      return block;
    }
  }
  return nullptr;
}

// `branch` and `skipped` as straight lines.
void RunAlways(llvm::BranchInst& branch, llvm::BasicBlock& skipped) {
  llvm::BasicBlock* before = branch.getParent();
  llvm::BasicBlock* behind = skipped.getSingleSuccessor();
  const bool runs_if_true = branch.getSuccessor(0) == &skipped;
  llvm::Value* condition = branch.getCondition();
  before->splice(branch.getIterator(), &skipped, skipped.begin(), skipped.getTerminator()->getIterator());
  llvm::IRBuilder<> builder(&branch);
  for (llvm::PHINode& phi : behind->phis()) {
    llvm::Value* run = phi.getIncomingValueForBlock(&skipped);
    llvm::Value* skip = phi.getIncomingValueForBlock(before);
    if (!runs_if_true) {
      std::swap(run, skip);
    }
    phi.setIncomingValueForBlock(before, run == skip ? run : builder.CreateSelect(condition, run, skip));
  }
  builder.CreateBr(behind);
  branch.eraseFromParent();
  llvm::DeleteDeadBlock(&skipped);
}

}  // namespace

llvm::PreservedAnalyses FloatBranchesPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  llvm::SmallVector<llvm::BranchInst*> branches;
  for (llvm::BasicBlock& block : function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    const llvm::Loop* loop = loops.getLoopFor(&block);
    if (branch != nullptr && branch->isConditional() && loop != nullptr && loop->isInnermost() &&
        !loop->isLoopInvariant(branch->getCondition())) {
      branches.push_back(branch);
    }
  }
  bool changed = false;
  for (llvm::BranchInst* branch : branches) {
    if (llvm::BasicBlock* skipped = SkippedBlock(*branch)) {
      RunAlways(*branch, *skipped);
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
