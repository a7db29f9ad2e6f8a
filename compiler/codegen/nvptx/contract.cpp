#include "compiler/codegen/nvptx/contract.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

namespace kernelc::codegen {

namespace {

class Contraction {
 public:
  explicit Contraction(const llvm::LoopInfo& loops) : loops_(loops) {}

  // Gives true when it replaced `sum`.
  bool Fuse(llvm::BinaryOperator& sum) {
    if (sum.getOpcode() == llvm::Instruction::FAdd && sum.getOperand(0) == sum.getOperand(1)) {
      return Double(sum);
    }
    llvm::BinaryOperator* left = Product(sum, 0);
    llvm::BinaryOperator* right = Product(sum, 1);
    if (left == nullptr && right == nullptr) {
      return false;
    }
    // A product with no other use disappears. Where both or neither do, always the left one: of
    // `x*x - y*y` and `x*x + y*y` the same product goes.
    const bool use_left =
        right == nullptr || (left != nullptr && (left->hasOneUse() || !right->hasOneUse()));
    llvm::BinaryOperator* product = use_left ? left : right;
    llvm::Value* addend = sum.getOperand(use_left ? 1 : 0);
    llvm::Value* a = product->getOperand(0);
    llvm::Value* b = product->getOperand(1);
    llvm::IRBuilder<> builder(&sum);
    builder.setFastMathFlags(sum.getFastMathFlags());
    if (sum.getOpcode() == llvm::Instruction::FSub) {
      if (use_left) {
        addend = builder.CreateFNeg(addend);
      } else {
        a = builder.CreateFNeg(a);
      }
    }
    llvm::Value* fused =
        builder.CreateIntrinsic(llvm::Intrinsic::fma, {sum.getType()}, {a, b, addend});
    sum.replaceAllUsesWith(fused);
    sum.eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(product);
    return true;
  }

 private:
  // `x + x`, the imaginary part of a complex square, as a product, which can be fused with a sum
  // that follows.
  static bool Double(llvm::BinaryOperator& sum) {
    llvm::IRBuilder<> builder(&sum);
    builder.setFastMathFlags(sum.getFastMathFlags());
    sum.replaceAllUsesWith(
        builder.CreateFMul(sum.getOperand(0), llvm::ConstantFP::get(sum.getType(), 2.0)));
    sum.eraseFromParent();
    return true;
  }

  // Operand `index` when it is a product that may be fused. One from outside the sum's loop stays:
  // it costs nothing in the loop, and its factors would keep two registers busy instead of one.
  llvm::BinaryOperator* Product(const llvm::BinaryOperator& sum, unsigned index) const {
    auto* product = llvm::dyn_cast<llvm::BinaryOperator>(sum.getOperand(index));
    if (product == nullptr || product->getOpcode() != llvm::Instruction::FMul ||
        !product->hasAllowContract() ||
        loops_.getLoopFor(product->getParent()) != loops_.getLoopFor(sum.getParent())) {
      return nullptr;
    }
    return product;
  }

  const llvm::LoopInfo& loops_;
};

bool IsSum(const llvm::Instruction& inst) {
  return (inst.getOpcode() == llvm::Instruction::FAdd ||
          inst.getOpcode() == llvm::Instruction::FSub) &&
         inst.hasAllowContract() && !inst.getType()->isVectorTy();
}

}  // namespace

llvm::PreservedAnalyses ContractPass::run(llvm::Function& function,
                                          llvm::FunctionAnalysisManager& analyses) {
  std::vector<llvm::BinaryOperator*> sums;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (IsSum(inst)) {
      sums.push_back(llvm::cast<llvm::BinaryOperator>(&inst));
    }
  }
  if (sums.empty()) {
    return llvm::PreservedAnalyses::all();
  }
  Contraction contraction(analyses.getResult<llvm::LoopAnalysis>(function));
  bool changed = false;
  for (llvm::BinaryOperator* sum : sums) {
    changed |= contraction.Fuse(*sum);
  }
  if (!changed) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
