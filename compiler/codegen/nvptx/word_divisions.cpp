#include "compiler/codegen/nvptx/word_divisions.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <vector>

namespace kernelc::codegen {

namespace {

// Added to the bits of a float in [2^-32, 1], multiplies it by almost 2^32: the exponent goes up by
// 32, and the fraction down by two units, which is more than what rounding the divisor up and the
// approximate reciprocal may err.
constexpr std::uint32_t kAlmostTwoTo32 = (32U << 23U) - 2;
// By how much the quotient may be too small.
constexpr int kCorrections = 2;

bool IsWordDivision(const llvm::Instruction& inst) {
  const unsigned opcode = inst.getOpcode();
  return (opcode == llvm::Instruction::UDiv || opcode == llvm::Instruction::URem) &&
         inst.getType()->isIntegerTy(32) && !llvm::isa<llvm::Constant>(inst.getOperand(1));
}

// At most 2^32 / `divisor`, and so near that products with it are quotients of which at most
// kCorrections are missing.
llvm::Value* Reciprocal(llvm::IRBuilder<>& builder, llvm::Value* divisor) {
  llvm::Value* rounded_up = builder.CreateIntrinsic(llvm::Intrinsic::nvvm_ui2f_rp, {divisor});
  llvm::Value* inverse =
      builder.CreateIntrinsic(llvm::Intrinsic::nvvm_rcp_approx_ftz_f, {rounded_up});
  llvm::Value* bits = builder.CreateBitCast(inverse, builder.getInt32Ty());
  llvm::Value* scaled = builder.CreateBitCast(
      builder.CreateAdd(bits, builder.getInt32(kAlmostTwoTo32)), builder.getFloatTy());
  llvm::Value* first = builder.CreateIntrinsic(llvm::Intrinsic::nvvm_f2ui_rz_ftz, {scaled});
  llvm::Value* missing = builder.CreateMul(builder.CreateNeg(divisor), first);
  return builder.CreateAdd(
      first, builder.CreateIntrinsic(llvm::Intrinsic::nvvm_mulhi_ui, {first, missing}));
}

llvm::Value* WriteOut(llvm::BinaryOperator& division) {
  llvm::IRBuilder<> builder(&division);
  llvm::Value* dividend = division.getOperand(0);
  llvm::Value* divisor = division.getOperand(1);
  llvm::Value* quotient = builder.CreateIntrinsic(llvm::Intrinsic::nvvm_mulhi_ui,
                                                  {dividend, Reciprocal(builder, divisor)});
  llvm::Value* rest = builder.CreateSub(dividend, builder.CreateMul(quotient, divisor));
  const bool is_remainder = division.getOpcode() == llvm::Instruction::URem;
  for (int i = 0; i < kCorrections; ++i) {
    llvm::Value* less = builder.CreateSub(rest, divisor);
    if (!is_remainder) {
      llvm::Value* is_missing = builder.CreateICmpUGE(rest, divisor);
      llvm::Value* next = builder.CreateAdd(quotient, builder.getInt32(1));
      quotient = builder.CreateSelect(is_missing, next, quotient);
    }
    // Below zero it is a large number.
    rest = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, rest, less);
  }
  return is_remainder ? rest : quotient;
}

}  // namespace

llvm::PreservedAnalyses WordDivisionsPass::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::BinaryOperator*> divisions;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (IsWordDivision(inst)) {
      divisions.push_back(llvm::cast<llvm::BinaryOperator>(&inst));
    }
  }
  for (llvm::BinaryOperator* division : divisions) {
    division->replaceAllUsesWith(WriteOut(*division));
    division->eraseFromParent();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return divisions.empty() ? llvm::PreservedAnalyses::all() : preserved;
}

}  // namespace kernelc::codegen
