#include "compiler/codegen/nvptx/joined_guards.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <iterator>

namespace kernelc::codegen {

namespace {

// Instructions that a thread which fails the first test does for nothing.
constexpr std::ptrdiff_t kMaxInstructions = 24;

// Takes an instruction or two, and may be done for nothing.
bool IsCheap(const llvm::Instruction& inst) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst)) {
    return call->doesNotAccessMemory() && call->hasFnAttr(llvm::Attribute::Speculatable) &&
           call->getType()->isIntegerTy();
  }
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&inst)) {
    return !operation->isIntDivRem() && operation->getType()->isIntegerTy();
  }
  return llvm::isa<llvm::CastInst, llvm::ICmpInst, llvm::SelectInst>(inst);
}

// `end` comes to know nothing of which of the two it was reached from.
bool IsSameFrom(const llvm::BasicBlock& end, const llvm::BasicBlock& a, const llvm::BasicBlock& b) {
  return llvm::all_of(end.phis(), [&](const llvm::PHINode& phi) {
    return phi.getIncomingValueForBlock(&a) == phi.getIncomingValueForBlock(&b);
  });
}

// A branch on which `second` goes on where `first` did not lead to `end`; null where there is none.
llvm::BranchInst* NextTest(const llvm::BasicBlock& first, llvm::BasicBlock& second,
                           const llvm::BasicBlock& end) {
  auto* next = llvm::dyn_cast<llvm::BranchInst>(second.getTerminator());
  const bool is_test =
      &second != &end && second.getSinglePredecessor() == &first && next != nullptr &&
      next->isConditional() && (next->getSuccessor(0) == &end) != (next->getSuccessor(1) == &end) &&
      std::distance(second.begin(), second.end()) <= kMaxInstructions &&
      std::all_of(second.begin(), next->getIterator(), IsCheap) && IsSameFrom(end, first, second);
  return is_test ? next : nullptr;
}

// The second test, whose block becomes a part of the first one's.
bool JoinNext(llvm::BasicBlock& first) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(first.getTerminator());
  if (branch == nullptr || !branch->isConditional()) {
    return false;
  }
  for (const unsigned on : {0U, 1U}) {
    llvm::BasicBlock* second = branch->getSuccessor(on);
    llvm::BasicBlock* end = branch->getSuccessor(1 - on);
    llvm::BranchInst* next = NextTest(first, *second, *end);
    if (next == nullptr) {
      continue;
    }
    llvm::BasicBlock* body = next->getSuccessor(next->getSuccessor(0) == end ? 1 : 0);
    first.splice(branch->getIterator(), second, second->begin(), next->getIterator());
    llvm::IRBuilder<> builder(branch);
    llvm::Value* condition = next->getCondition();
    if (next->getSuccessor(on) != body) {
      condition = builder.CreateNot(condition);
    }
    branch->setCondition(on == 0 ? builder.CreateLogicalAnd(branch->getCondition(), condition)
                                 : builder.CreateLogicalOr(branch->getCondition(), condition));
    branch->setSuccessor(on, body);
    end->removePredecessor(second, /*KeepOneInputPHIs=*/true);
    body->replacePhiUsesWith(second, &first);
    second->eraseFromParent();
    return true;
  }
  return false;
}

}  // namespace

llvm::PreservedAnalyses JoinedGuardsPass::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& /*analyses*/) {
  bool changed = false;
  while (JoinNext(function.getEntryBlock())) {
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
