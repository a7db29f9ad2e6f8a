#include "compiler/codegen/nvptx/narrow_integers.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <vector>

namespace kernelc::codegen {

namespace {

bool IsNarrow(const llvm::Instruction& inst) {
  // A negated bool is the bool; LLVM has no other integers below 8 bits here.
  return inst.getType()->isIntegerTy(8) || inst.getType()->isIntegerTy(16);
}

bool IsDivision(const llvm::Instruction& inst) {
  switch (inst.getOpcode()) {
    case llvm::Instruction::SDiv:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SRem:
    case llvm::Instruction::URem:
      return true;
    default:
      return false;
  }
}

void WidenDivision(llvm::Instruction& division) {
  const bool is_signed = division.getOpcode() == llvm::Instruction::SDiv ||
                         division.getOpcode() == llvm::Instruction::SRem;
  llvm::IRBuilder<> builder(&division);
  llvm::Type* wide = builder.getInt32Ty();
  llvm::Value* result =
      builder.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(division.getOpcode()),
                          builder.CreateIntCast(division.getOperand(0), wide, is_signed),
                          builder.CreateIntCast(division.getOperand(1), wide, is_signed));
  division.replaceAllUsesWith(builder.CreateTrunc(result, division.getType()));
  division.eraseFromParent();
}

// `text`: an instruction of PTX with one operand.
void ReplaceByAssembler(llvm::Instruction& inst, llvm::Value* operand, const char* text) {
  llvm::IRBuilder<> builder(&inst);
  llvm::Type* wide = builder.getInt32Ty();
  llvm::FunctionType* type = llvm::FunctionType::get(wide, {wide}, false);
  llvm::Value* result =
      builder.CreateCall(type, llvm::InlineAsm::get(type, text, "=r,r", /*hasSideEffects=*/false),
                         {builder.CreateSExt(operand, wide)});
  inst.replaceAllUsesWith(builder.CreateTrunc(result, inst.getType()));
  inst.eraseFromParent();
}

// True when it changed something.
bool Widen(llvm::Instruction& inst) {
  using llvm::PatternMatch::m_APInt;
  using llvm::PatternMatch::m_Mul;
  using llvm::PatternMatch::m_Neg;
  using llvm::PatternMatch::m_Value;
  using llvm::PatternMatch::match;
  llvm::Value* operand = nullptr;
  const llvm::APInt* factor = nullptr;
  if (IsDivision(inst)) {
    WidenDivision(inst);
  } else if (match(&inst, m_Neg(m_Value(operand)))) {
    ReplaceByAssembler(inst, operand, "neg.s32 $0, $1;");
  } else if (match(&inst, m_Mul(m_Value(operand), m_APInt(factor))) &&
             factor->isNegatedPowerOf2()) {
    // The back end would negate a shifted value.
    llvm::IRBuilder<> builder(&inst);
    llvm::Value* shifted = builder.CreateShl(operand, (-*factor).logBase2());
    ReplaceByAssembler(inst, shifted, "neg.s32 $0, $1;");
  } else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
             call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::abs) {
    ReplaceByAssembler(inst, call->getArgOperand(0), "abs.s32 $0, $1;");
  } else {
    return false;
  }
  return true;
}

}  // namespace

llvm::PreservedAnalyses NarrowIntegersPass::run(llvm::Function& function,
                                                llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::Instruction*> narrow;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (IsNarrow(inst)) {
      narrow.push_back(&inst);
    }
  }
  bool changed = false;
  for (llvm::Instruction* inst : narrow) {
    changed |= Widen(*inst);
  }
  if (!changed) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
