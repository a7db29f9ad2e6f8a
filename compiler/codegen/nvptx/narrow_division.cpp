#include "compiler/codegen/nvptx/narrow_division.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace kernelc::codegen {

namespace {

bool IsNarrowDivision(const llvm::Instruction& inst) {
  switch (inst.getOpcode()) {
    case llvm::Instruction::SDiv:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SRem:
    case llvm::Instruction::URem:
      return inst.getType()->getScalarSizeInBits() < 32;
    default:
      return false;
  }
}

void Widen(llvm::BinaryOperator& division) {
  const bool is_signed = division.getOpcode() == llvm::Instruction::SDiv ||
                         division.getOpcode() == llvm::Instruction::SRem;
  llvm::IRBuilder<> builder(&division);
  llvm::Type* wide = division.getType()->getWithNewBitWidth(32);
  llvm::Value* result = builder.CreateBinOp(
      division.getOpcode(), builder.CreateIntCast(division.getOperand(0), wide, is_signed),
      builder.CreateIntCast(division.getOperand(1), wide, is_signed));
  division.replaceAllUsesWith(builder.CreateTrunc(result, division.getType()));
  division.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses NarrowDivisionPass::run(llvm::Function& function,
                                                llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::BinaryOperator*> divisions;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (IsNarrowDivision(inst)) {
      divisions.push_back(llvm::cast<llvm::BinaryOperator>(&inst));
    }
  }
  if (divisions.empty()) {
    return llvm::PreservedAnalyses::all();
  }
  for (llvm::BinaryOperator* division : divisions) {
    Widen(*division);
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
