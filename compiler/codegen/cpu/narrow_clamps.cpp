#include "compiler/codegen/cpu/narrow_clamps.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

namespace kernelc::codegen {

namespace {

using namespace llvm::PatternMatch;

// clamp(int(number), least, most).
struct Clamp {
  llvm::Value* number;
  std::optional<std::int64_t> least;
  std::int64_t most;
};

// The last operation of such a clamp. Where the number is not negative, a least one is not needed.
std::optional<Clamp> ClampOf(llvm::Instruction& inst) {
  llvm::Value* number = nullptr;
  const llvm::APInt* least = nullptr;
  const llvm::APInt* most = nullptr;
  const auto cut = m_FPToSI(m_Value(number));
  const bool both = match(&inst, m_SMax(m_OneUse(m_SMin(m_OneUse(cut), m_APInt(most))), m_APInt(least))) ||
                    match(&inst, m_SMin(m_OneUse(m_SMax(m_OneUse(cut), m_APInt(least))), m_APInt(most)));
  if (!both && !match(&inst, m_SMin(m_OneUse(cut), m_APInt(most)))) {
    return std::nullopt;
  }
  Clamp clamp = {number, std::nullopt, most->getSExtValue()};
  if (both) {
    clamp.least = least->getSExtValue();
  }
  return clamp;
}

// 32 bits hold the limit, and so does the number's type.
bool IsExact(std::int64_t limit, const llvm::Type& type) {
  const std::int64_t most = std::int64_t{1} << (type.isFloatTy() ? 24 : 31);
  return -most < limit && limit < most;
}

bool Narrow(llvm::Instruction& inst, const llvm::SimplifyQuery& query) {
  if (!inst.getType()->isIntegerTy(64)) {
    return false;
  }
  const std::optional<Clamp> clamp = ClampOf(inst);
  if (!clamp) {
    return false;
  }
  llvm::Type* type = clamp->number->getType();
  const bool is_bounded = clamp->least.has_value()
                              ? IsExact(*clamp->least, *type) && *clamp->least <= clamp->most
                              : llvm::cannotBeOrderedLessThanZero(clamp->number, query.getWithInstruction(&inst));
  if ((!type->isFloatTy() && !type->isDoubleTy()) || !IsExact(clamp->most, *type) || !is_bounded) {
    return false;
  }
  llvm::IRBuilder<> builder(&inst);
  // A NaN becomes the least number, as it does where the processor cuts it to 64 bits; numbers that 64 bits do not hold
  // become the limit on their side, as on a GPU.
  llvm::Value* number = clamp->number;
  if (clamp->least) {
    llvm::Value* least = llvm::ConstantFP::get(type, static_cast<double>(*clamp->least));
    number = builder.CreateSelect(builder.CreateFCmpOGT(number, least), number, least);
  }
  llvm::Value* most = llvm::ConstantFP::get(type, static_cast<double>(clamp->most));
  number = builder.CreateSelect(builder.CreateFCmpOGT(number, most), most, number);
  llvm::Value* narrow = builder.CreateFPToSI(number, builder.getInt32Ty());
  for (llvm::User* user : llvm::make_early_inc_range(inst.users())) {
    auto* cut = llvm::dyn_cast<llvm::TruncInst>(user);
    if (cut != nullptr && cut->getType()->getScalarSizeInBits() <= 32) {
      llvm::IRBuilder<> at(cut);
      cut->replaceAllUsesWith(at.CreateTrunc(narrow, cut->getType()));
      cut->eraseFromParent();
    }
  }
  if (!inst.use_empty()) {
    inst.replaceAllUsesWith(builder.CreateSExt(narrow, inst.getType()));
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructions(&inst);
  return true;
}

// Bits that a float32 number from 2^31 on has as an integer are above these: its last one counts 2^8.
constexpr unsigned kLowBits = 8;

bool IsCut(const llvm::Instruction& inst) {
  return llvm::isa<llvm::FPToSIInst>(inst) && inst.getType()->isIntegerTy(64) &&
         inst.getOperand(0)->getType()->isFloatTy();
}

// Operations that were known not to overflow with the value of before, of which `changed` has the low bits alone.
void DropOverflowFlags(llvm::Instruction& changed, llvm::DemandedBits& demanded) {
  llvm::SmallVector<llvm::Instruction*> work = {&changed};
  llvm::SmallPtrSet<llvm::Instruction*, 16> seen;
  while (!work.empty()) {
    for (llvm::User* user : work.pop_back_val()->users()) {
      auto* inst = llvm::dyn_cast<llvm::Instruction>(user);
      if (inst != nullptr && inst->getType()->isIntegerTy() && seen.insert(inst).second &&
          !demanded.getDemandedBits(inst).isAllOnes()) {
        inst->dropPoisonGeneratingAnnotations();
        work.push_back(inst);
      }
    }
  }
}

// Numbers of which only the low byte is asked for, as where they are stored to bytes, cut to 32 bits: those that these
// do not hold, and NaN, have zeros there.
bool NarrowLowBytes(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  llvm::SmallVector<llvm::Instruction*> cuts;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (IsCut(inst)) {
      cuts.push_back(&inst);
    }
  }
  if (cuts.empty()) {
    return false;
  }
  // Not the analysis of before: clamps have changed what it knows.
  llvm::DemandedBits demanded(function, analyses.getResult<llvm::AssumptionAnalysis>(function),
                              analyses.getResult<llvm::DominatorTreeAnalysis>(function));
  bool changed = false;
  for (llvm::Instruction* cut : cuts) {
    if (demanded.getDemandedBits(cut).getActiveBits() > kLowBits) {
      continue;
    }
    DropOverflowFlags(*cut, demanded);
    llvm::IRBuilder<> builder(cut);
    llvm::Value* number = cut->getOperand(0);
    llvm::Type* type = number->getType();
    llvm::Value* held = builder.CreateFCmpOLT(builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number),
                                              llvm::ConstantFP::get(type, 0x1p31));
    number = builder.CreateSelect(held, number, llvm::ConstantFP::get(type, 0.0));
    cut->replaceAllUsesWith(builder.CreateSExt(builder.CreateFPToSI(number, builder.getInt32Ty()), cut->getType()));
    cut->eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses NarrowClampsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const llvm::SimplifyQuery query(function.getDataLayout());
  llvm::SmallVector<llvm::WeakVH> clamps;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (llvm::isa<llvm::MinMaxIntrinsic>(inst)) {
      clamps.emplace_back(&inst);
    }
  }
  // The last one of a clamp comes before those that it is made of, which go with it.
  bool changed = false;
  for (auto place = clamps.rbegin(); place != clamps.rend(); ++place) {
    auto* inst = llvm::cast_or_null<llvm::Instruction>(static_cast<llvm::Value*>(*place));
    changed = (inst != nullptr && Narrow(*inst, query)) || changed;
  }
  changed = NarrowLowBytes(function, analyses) || changed;
  if (!changed) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
