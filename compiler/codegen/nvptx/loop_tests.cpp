#include "compiler/codegen/nvptx/loop_tests.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace kernelc::codegen {

namespace {

const llvm::APInt& StepOf(const LoopTest& test) {
  return llvm::cast<llvm::ConstantInt>(test.next->getOperand(1))->getValue();
}

// No number of `range` becomes less by adding `step`.
bool AddsWithoutWrap(const llvm::ConstantRange& range, const llvm::APInt& step, bool is_signed) {
  bool overflows = false;
  static_cast<void>(is_signed ? range.getSignedMax().sadd_ov(step, overflows)
                              : range.getUnsignedMax().uadd_ov(step, overflows));
  return !overflows;
}

// What follows the loop uses the variable as the next one, less the step: the variable itself would
// have to be kept.
void UseNextBehind(const LoopTest& test, llvm::Loop& loop) {
  llvm::BasicBlock* exit = loop.getExitBlock();
  const auto is_behind = [&](const llvm::Use& use) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    return !loop.contains(user) && !llvm::isa<llvm::PHINode>(user);
  };
  // A block that the loop alone leads to, so that it comes before whatever uses the variable.
  if (exit->getSinglePredecessor() == nullptr || llvm::none_of(test.variable->uses(), is_behind)) {
    return;
  }
  llvm::IRBuilder<> builder(exit, exit->getFirstInsertionPt());
  // LLVM would see through the sum and keep the variable.
  llvm::Value* next = builder.CreateFreeze(test.next);
  llvm::Value* last = builder.CreateSub(next, test.next->getOperand(1));
  test.variable->replaceUsesWithIf(
      last, [&](const llvm::Use& use) { return use.getUser() != last && is_behind(use); });
}

}  // namespace

LoopTest TestOf(const llvm::Loop& loop) {
  llvm::BasicBlock* latch = loop.getLoopLatch();
  auto* branch =
      latch == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
  if (branch == nullptr || !branch->isConditional() || loop.getExitingBlock() != latch ||
      branch->getSuccessor(0) != loop.getHeader()) {
    return {};
  }
  LoopTest test;
  test.compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (test.compare == nullptr || !loop.isLoopInvariant(test.compare->getOperand(1)) ||
      !test.compare->hasOneUse()) {
    return {};
  }
  for (llvm::PHINode& phi : loop.getHeader()->phis()) {
    auto* next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(latch));
    if (next == nullptr || next->getOpcode() != llvm::Instruction::Add ||
        next->getOperand(0) != &phi || !llvm::isa<llvm::ConstantInt>(next->getOperand(1)) ||
        (test.compare->getOperand(0) != &phi && test.compare->getOperand(0) != next)) {
      continue;
    }
    test.variable = &phi;
    test.next = next;
  }
  const bool counts = test.variable != nullptr && StepOf(test).isStrictlyPositive() &&
                      (test.compare->getPredicate() == llvm::CmpInst::ICMP_SLT ||
                       test.compare->getPredicate() == llvm::CmpInst::ICMP_ULT ||
                       test.compare->getPredicate() == llvm::CmpInst::ICMP_NE);
  return counts ? test : LoopTest();
}

void TestNextIteration(const LoopTest& test, llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  if (test.compare->getOperand(0) == test.next ||
      test.compare->getPredicate() == llvm::CmpInst::ICMP_NE) {
    return;
  }
  const llvm::APInt& step = StepOf(test);
  llvm::Value* bound = test.compare->getOperand(1);
  const llvm::SCEV* bounds = evolution.getSCEV(bound);
  const llvm::SCEV* variable = evolution.getSCEV(test.variable);
  const llvm::SCEV* next_bound = evolution.getAddExpr(bounds, evolution.getConstant(step));
  llvm::IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
  llvm::CmpInst::Predicate predicate = test.compare->getPredicate();
  const bool is_signed = predicate == llvm::CmpInst::ICMP_SLT;
  if (is_signed && AddsWithoutWrap(evolution.getSignedRange(bounds), step, true) &&
      AddsWithoutWrap(evolution.getSignedRange(variable), step, true)) {
    bound = builder.CreateAdd(bound, test.next->getOperand(1));
  } else if (is_signed && evolution.isKnownNonNegative(variable) &&
             AddsWithoutWrap(evolution.getSignedRange(bounds), step, true)) {
    // Of numbers without a sign, of which there are enough; below a negative bound there is none,
    // nor below zero.
    bound = builder.CreateAdd(bound, test.next->getOperand(1));
    if (!evolution.isKnownNonNegative(next_bound)) {
      bound = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, bound,
                                            llvm::ConstantInt::get(bound->getType(), 0));
    }
    predicate = llvm::CmpInst::ICMP_ULT;
  } else if (!is_signed && AddsWithoutWrap(evolution.getUnsignedRange(bounds), step, false) &&
             AddsWithoutWrap(evolution.getUnsignedRange(variable), step, false)) {
    bound = builder.CreateAdd(bound, test.next->getOperand(1));
  } else {
    return;
  }
  // The last one was not looked at: what it says of itself need not hold.
  test.next->setHasNoSignedWrap(predicate == llvm::CmpInst::ICMP_SLT &&
                                test.next->hasNoSignedWrap());
  test.next->setHasNoUnsignedWrap(predicate == llvm::CmpInst::ICMP_ULT &&
                                  test.next->hasNoUnsignedWrap());
  test.compare->setPredicate(predicate);
  test.compare->setSameSign(false);
  test.compare->setOperand(0, test.next);
  test.compare->setOperand(1, bound);
  UseNextBehind(test, loop);
  evolution.forgetLoop(&loop);
}

}  // namespace kernelc::codegen
