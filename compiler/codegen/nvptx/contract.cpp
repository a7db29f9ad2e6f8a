#include "compiler/codegen/nvptx/contract.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <vector>

namespace kernelc::codegen {

namespace {

// A sum, and which of its operands are made of what is the same for all threads. That is asked before anything changes:
// the analysis knows instructions by their addresses, and those of erased ones may be used again.
struct Sum {
  llvm::BinaryOperator* inst = nullptr;
  bool is_uniform[2] = {false, false};
};

class Contraction {
 public:
  explicit Contraction(const llvm::LoopInfo& loops) : loops_(loops) {}

  // Whether both sides of `sum` are products that may be fused, or may become such.
  bool MayChoose(const llvm::BinaryOperator& sum) const {
    return sum.getOperand(0) == sum.getOperand(1) ||
           (Product(sum, 0) != nullptr && Product(sum, 1) != nullptr);
  }

  // Gives true when it replaced the sum.
  bool Fuse(const Sum& of) {
    llvm::BinaryOperator& sum = *of.inst;
    if (sum.getOpcode() == llvm::Instruction::FAdd && sum.getOperand(0) == sum.getOperand(1)) {
      return Double(sum);
    }
    llvm::BinaryOperator* left = Product(sum, 0);
    llvm::BinaryOperator* right = Product(sum, 1);
    if (left == nullptr && right == nullptr) {
      return false;
    }
    const bool use_left = right == nullptr || (left != nullptr && TakesLeft(of, *left, *right));
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
  // A product with no other use disappears. Where both or neither do, always the left one: of
  // `x*x - y*y` and `x*x + y*y` the same product goes. One that is the same for all threads stays:
  // where a thread does the work of several, it has a use for each of them, and the results are to
  // be the same.
  static bool TakesLeft(const Sum& of, const llvm::BinaryOperator& left, const llvm::BinaryOperator& right) {
    if (of.is_uniform[0] != of.is_uniform[1]) {
      return of.is_uniform[1];
    }
    return left.hasOneUse() || !right.hasOneUse();
  }

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

// By its factors: of a sum with itself there will be a product.
bool IsUniform(const llvm::Value* operand, const llvm::UniformityInfo& uniformity) {
  const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(operand);
  return product != nullptr && uniformity.isUniform(product->getOperand(0)) &&
         uniformity.isUniform(product->getOperand(1));
}

}  // namespace

llvm::PreservedAnalyses ContractPass::run(llvm::Function& function,
                                          llvm::FunctionAnalysisManager& analyses) {
  std::vector<Sum> sums;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (IsSum(inst)) {
      sums.push_back({llvm::cast<llvm::BinaryOperator>(&inst)});
    }
  }
  if (sums.empty()) {
    return llvm::PreservedAnalyses::all();
  }
  const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  Contraction contraction(loops);
  if (std::ranges::any_of(sums, [&](const Sum& sum) { return contraction.MayChoose(*sum.inst); })) {
    const llvm::UniformityInfo& uniformity = analyses.getResult<llvm::UniformityInfoAnalysis>(function);
    for (Sum& sum : sums) {
      sum.is_uniform[0] = IsUniform(sum.inst->getOperand(0), uniformity);
      sum.is_uniform[1] = IsUniform(sum.inst->getOperand(1), uniformity);
    }
  }
  bool changed = false;
  for (const Sum& sum : sums) {
    changed |= contraction.Fuse(sum);
  }
  if (!changed) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
