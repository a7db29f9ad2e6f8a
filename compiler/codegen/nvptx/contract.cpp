#include "compiler/codegen/nvptx/contract.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace kernelc::codegen {

namespace {

class Contraction {
 public:
  // `uniformity` may be null where no sum may choose.
  Contraction(const llvm::LoopInfo& loops, const llvm::UniformityInfo* uniformity)
      : loops_(loops), uniformity_(uniformity) {}

  // Whether both sides of `sum` are products that may be fused, or may become such.
  bool MayChoose(const llvm::BinaryOperator& sum) const {
    return sum.getOperand(0) == sum.getOperand(1) ||
           (Product(sum, 0) != nullptr && Product(sum, 1) != nullptr);
  }

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
    const bool use_left = right == nullptr || (left != nullptr && TakesLeft(*left, *right));
    llvm::BinaryOperator* product = use_left ? left : right;
    llvm::Value* addend = sum.getOperand(use_left ? 1 : 0);
    llvm::Value* a = product->getOperand(0);
    llvm::Value* b = product->getOperand(1);
    llvm::IRBuilder<> builder(&sum);
    builder.setFastMathFlags(sum.getFastMathFlags());
    if (sum.getOpcode() == llvm::Instruction::FSub) {
      llvm::Value*& negated = use_left ? addend : a;
      negated = Made(builder.CreateFNeg(negated), {negated});
    }
    llvm::Value* fused = Made(
        builder.CreateIntrinsic(llvm::Intrinsic::fma, {sum.getType()}, {a, b, addend}),
        {a, b, addend});
    sum.replaceAllUsesWith(fused);
    sum.eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(product);
    return true;
  }

 private:
  // A product with no other use disappears. Where both or neither do, always the left one: of
  // `x*x - y*y` and `x*x + y*y` the same product goes. One that is the same for all threads stays:
  // where a thread does the work of several, it has a use for each of them, and the results are to
  // be the same.
  bool TakesLeft(const llvm::BinaryOperator& left, const llvm::BinaryOperator& right) const {
    if (IsUniform(left) != IsUniform(right)) {
      return IsUniform(right);
    }
    return left.hasOneUse() || !right.hasOneUse();
  }

  bool IsUniform(const llvm::BinaryOperator& product) const {
    return IsUniform(product.getOperand(0)) && IsUniform(product.getOperand(1));
  }

  bool IsUniform(const llvm::Value* value) const {
    const auto made = made_.find(value);
    return made == made_.end() ? uniformity_->isUniform(value) : made->second;
  }

  // The analysis knows values by their addresses, and what was made may lie where one that is gone
  // lay.
  llvm::Value* Made(llvm::Value* value, std::initializer_list<llvm::Value*> operands) {
    if (uniformity_ != nullptr) {
      made_[value] = llvm::all_of(operands, [this](llvm::Value* each) { return IsUniform(each); });
    }
    return value;
  }

  // `x + x`, the imaginary part of a complex square, as a product, which can be fused with a sum
  // that follows.
  bool Double(llvm::BinaryOperator& sum) {
    llvm::IRBuilder<> builder(&sum);
    builder.setFastMathFlags(sum.getFastMathFlags());
    llvm::Value* half = sum.getOperand(0);
    sum.replaceAllUsesWith(
        Made(builder.CreateFMul(half, llvm::ConstantFP::get(sum.getType(), 2.0)), {half}));
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
  const llvm::UniformityInfo* uniformity_;
  // Whether values that this pass made are the same for all threads.
  llvm::DenseMap<const llvm::Value*, bool> made_;
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
  const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  const bool may_choose = std::ranges::any_of(sums, [&](const llvm::BinaryOperator* sum) {
    return Contraction(loops, nullptr).MayChoose(*sum);
  });
  Contraction contraction(
      loops, may_choose ? &analyses.getResult<llvm::UniformityInfoAnalysis>(function) : nullptr);
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
