#include "compiler/codegen/nvptx/wrapping_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>

namespace kernelc::codegen {

namespace {

// The step of `value` when it is a variable of the loop that changes by a constant.
const llvm::SCEVConstant* StepOf(llvm::Value& value, const llvm::Loop& loop,
                                 llvm::ScalarEvolution& evolution) {
  // What bounds a loop may be long to follow.
  if (loop.isLoopInvariant(&value)) {
    return nullptr;
  }
  const auto* variable = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(&value));
  if (variable == nullptr || variable->getLoop() != &loop || !variable->isAffine()) {
    return nullptr;
  }
  return llvm::dyn_cast<llvm::SCEVConstant>(variable->getStepRecurrence(evolution));
}

// Whether the loop goes on, as far as this block decides, while its variable is below a bound and
// steps downwards, or above one and steps upwards.
bool RunsAway(const llvm::BasicBlock& block, const llvm::Loop& loop,
              llvm::ScalarEvolution& evolution) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional()) {
    return false;
  }
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (compare == nullptr || !compare->isRelational() ||
      !compare->getOperand(0)->getType()->isIntegerTy()) {
    return false;
  }
  llvm::CmpInst::Predicate goes_on = compare->getPredicate();
  if (!loop.contains(branch->getSuccessor(0))) {
    goes_on = llvm::CmpInst::getInversePredicate(goes_on);
  }
  const llvm::SCEVConstant* step = StepOf(*compare->getOperand(0), loop, evolution);
  if (step == nullptr) {
    step = StepOf(*compare->getOperand(1), loop, evolution);
    goes_on = llvm::CmpInst::getSwappedPredicate(goes_on);
  }
  if (step == nullptr) {
    return false;
  }
  const bool below = llvm::ICmpInst::isLT(goes_on) || llvm::ICmpInst::isLE(goes_on);
  return below == step->getAPInt().isNegative();
}

bool RunsAway(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  llvm::SmallVector<llvm::BasicBlock*, 8> exits;
  loop.getExitingBlocks(exits);
  return llvm::any_of(exits, [&](const llvm::BasicBlock* block) {
    return RunsAway(*block, loop, evolution);
  });
}

}  // namespace

llvm::PreservedAnalyses WrappingLoopsPass::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (RunsAway(*loop, evolution)) {
      loop->setLoopAlreadyUnrolled();
    }
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
