#include "compiler/codegen/nvptx/strength_reduction.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/LoopStrengthReduce.h>

namespace kernelc::codegen {

namespace {

bool AdvancesByConstant(const llvm::Loop& loop, llvm::Value* pointer,
                        llvm::ScalarEvolution& evolution) {
  const auto* sum = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(pointer));
  return sum != nullptr && sum->getLoop() == &loop &&
         llvm::isa<llvm::SCEVConstant>(sum->getStepRecurrence(evolution));
}

// What a loop does with memory.
struct Accesses {
  bool any = false;
  // Where an address advances by a constant.
  bool advancing = false;
};

Accesses AccessesOf(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  Accesses accesses;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& inst : *block) {
      if (llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst)) {
        accesses.any = true;
        if (AdvancesByConstant(loop, pointer, evolution)) {
          accesses.advancing = true;
          return accesses;
        }
      }
    }
  }
  return accesses;
}

// Runs several iterations a turn, or should not.
bool IsUnrolled(const llvm::Loop& loop) {
  return llvm::findOptionMDForLoop(&loop, "llvm.loop.unroll.runtime.disable") != nullptr;
}

}  // namespace

llvm::PreservedAnalyses StrengthReductionPass::run(llvm::Loop& loop,
                                                   llvm::LoopAnalysisManager& analyses,
                                                   llvm::LoopStandardAnalysisResults& results,
                                                   llvm::LPMUpdater& updater) {
  const Accesses accesses = AccessesOf(loop, results.SE);
  if (accesses.advancing) {
    return llvm::LoopStrengthReducePass().run(loop, analyses, results, updater);
  }
  if (accesses.any && loop.isInnermost() && loop.getParentLoop() != nullptr && IsUnrolled(loop)) {
    loop.setLoopAlreadyUnrolled();
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
