#include "compiler/codegen/cpu/divisions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <map>
#include <utility>
#include <vector>

namespace kernelc::codegen {

namespace {

// Bits of integers, with their sign, that are exact as float64 whatever is done to them here.
constexpr unsigned kExactBits = 53;
constexpr unsigned kNarrowBits = 32;

class Divisions {
 public:
  Divisions(llvm::ScalarEvolution& evolution, const llvm::DominatorTree& dominators, bool wide)
      : evolution_(evolution), dominators_(dominators), wide_(wide) {}

  void Find(const llvm::Loop& loop) {
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (llvm::Instruction& inst : *block) {
        const unsigned op = inst.getOpcode();
        if ((op == llvm::Instruction::SDiv || op == llvm::Instruction::SRem) &&
            CanReplace(inst, loop)) {
          found_.push_back(llvm::cast<llvm::BinaryOperator>(&inst));
        }
      }
    }
  }

  bool Replace() {
    for (llvm::BinaryOperator* inst : found_) {
      llvm::IRBuilder<> builder(inst);
      llvm::Value* result = Quotient(*inst, builder);
      if (inst->getOpcode() == llvm::Instruction::SRem) {
        result =
            builder.CreateSub(inst->getOperand(0), builder.CreateMul(result, inst->getOperand(1)));
      }
      inst->replaceAllUsesWith(result);
      inst->eraseFromParent();
    }
    return !found_.empty();
  }

 private:
  unsigned BitsOf(llvm::Value* value) const {
    return evolution_.getSignedRange(evolution_.getSCEV(value)).getMinSignedBits();
  }

  bool CanReplace(const llvm::Instruction& inst, const llvm::Loop& loop) const {
    llvm::Value* dividend = inst.getOperand(0);
    llvm::Value* divisor = inst.getOperand(1);
    const unsigned width = inst.getType()->getScalarSizeInBits();
    // What constants divide is multiplied; what no thread changes is computed once.
    if (!inst.getType()->isIntegerTy() || llvm::isa<llvm::ConstantInt>(divisor) ||
        (width != 32 && width != 64) ||
        (loop.isLoopInvariant(dividend) && loop.isLoopInvariant(divisor))) {
      return false;
    }
    // A divisor that is the same for all threads is brought into what is exact.
    const unsigned bits = BitsOf(dividend);
    return bits <= (wide_ ? kExactBits : kNarrowBits) &&
           (BitsOf(divisor) <= bits || loop.isLoopInvariant(divisor));
  }

  llvm::Value* Quotient(llvm::BinaryOperator& inst, llvm::IRBuilder<>& builder) {
    const auto key = std::pair(inst.getOperand(0), inst.getOperand(1));
    const auto known = quotients_.find(key);
    if (known != quotients_.end() && dominators_.dominates(known->second, &inst)) {
      return known->second;
    }
    const unsigned bits = BitsOf(key.first);
    llvm::Value* divisor = key.second;
    if (BitsOf(divisor) > bits) {
      // A larger one gives 0 and the dividend itself, as this does.
      const unsigned width = inst.getType()->getScalarSizeInBits();
      const auto limit = [&](const llvm::APInt& value) {
        return llvm::ConstantInt::get(inst.getType(), value.sext(width));
      };
      divisor = builder.CreateBinaryIntrinsic(
          llvm::Intrinsic::smin, divisor,
          limit(llvm::APInt::getOneBitSet(width, std::min(bits, width - 2))));
      divisor = builder.CreateBinaryIntrinsic(
          llvm::Intrinsic::smax, divisor,
          limit(-llvm::APInt::getOneBitSet(width, std::min(bits, width - 2))));
    }
    llvm::Value* quotient =
        builder.CreateFDiv(AsDouble(key.first, builder), AsDouble(divisor, builder));
    llvm::Type* cut = bits <= kNarrowBits - 1 ? builder.getInt32Ty() : inst.getType();
    quotient = builder.CreateSExtOrTrunc(builder.CreateFPToSI(quotient, cut), inst.getType());
    if (auto* made = llvm::dyn_cast<llvm::Instruction>(quotient)) {
      quotients_[key] = made;
    }
    return quotient;
  }

  llvm::Value* AsDouble(llvm::Value* value, llvm::IRBuilder<>& builder) const {
    if (BitsOf(value) <= kNarrowBits) {
      value = builder.CreateTrunc(value, builder.getInt32Ty());
    }
    return builder.CreateSIToFP(value, builder.getDoubleTy());
  }

  llvm::ScalarEvolution& evolution_;
  const llvm::DominatorTree& dominators_;
  bool wide_;
  std::vector<llvm::BinaryOperator*> found_;
  // By dividend and divisor.
  std::map<std::pair<llvm::Value*, llvm::Value*>, llvm::Instruction*> quotients_;
};

}  // namespace

llvm::PreservedAnalyses VectorDivisionsPass::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  Divisions divisions(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function),
                      analyses.getResult<llvm::DominatorTreeAnalysis>(function), wide_);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost() && loop->isAnnotatedParallel() &&
        llvm::hasVectorizeTransformation(loop) != llvm::TM_SuppressedByUser) {
      divisions.Find(*loop);
    }
  }
  if (!divisions.Replace()) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
