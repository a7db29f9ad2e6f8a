#include "compiler/codegen/nvptx/wide_divisions.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/IntegerDivision.h>

#include <vector>

namespace kernelc::codegen {

namespace {

constexpr unsigned kWidestDivision = 64;
constexpr unsigned kDigitBits = 32;

bool IsWideDivision(const llvm::Instruction& inst) {
  return inst.isIntDivRem() && inst.getType()->getScalarSizeInBits() > kWidestDivision;
}

// Long division in digits of 32 bits, from the highest one on: the remainder so far and the next
// digit fit 64 bits.
void DivideByDigit(llvm::BinaryOperator& division, std::uint64_t divisor) {
  llvm::IRBuilder<> builder(&division);
  llvm::Type* type = division.getType();
  llvm::Type* digit_type = builder.getInt64Ty();
  const unsigned digits = (type->getIntegerBitWidth() + kDigitBits - 1) / kDigitBits;
  llvm::Type* whole = builder.getIntNTy(digits * kDigitBits);
  llvm::Value* dividend = builder.CreateZExt(division.getOperand(0), whole);
  llvm::Value* quotient = llvm::ConstantInt::get(whole, 0);
  llvm::Value* remainder = builder.getInt64(0);
  for (unsigned i = digits; i-- > 0;) {
    llvm::Value* digit =
        builder.CreateTrunc(builder.CreateLShr(dividend, i * kDigitBits), builder.getInt32Ty());
    llvm::Value* part = builder.CreateOr(builder.CreateShl(remainder, kDigitBits),
                                         builder.CreateZExt(digit, digit_type));
    llvm::Value* result = builder.CreateUDiv(part, builder.getInt64(divisor));
    remainder = builder.CreateSub(part, builder.CreateMul(result, builder.getInt64(divisor)));
    quotient = builder.CreateOr(
        quotient, builder.CreateShl(builder.CreateZExt(result, whole), i * kDigitBits));
  }
  const bool is_division = division.getOpcode() == llvm::Instruction::UDiv;
  division.replaceAllUsesWith(is_division ? builder.CreateTrunc(quotient, type)
                                          : builder.CreateZExtOrTrunc(remainder, type));
  division.eraseFromParent();
}

void WriteOut(llvm::BinaryOperator& division) {
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(division.getOperand(1));
  const bool is_signed = division.getOpcode() == llvm::Instruction::SDiv ||
                         division.getOpcode() == llvm::Instruction::SRem;
  if (!is_signed && divisor != nullptr && !divisor->isZero() &&
      divisor->getValue().isIntN(kDigitBits)) {
    DivideByDigit(division, divisor->getZExtValue());
  } else if (division.getOpcode() == llvm::Instruction::SDiv ||
             division.getOpcode() == llvm::Instruction::UDiv) {
    llvm::expandDivision(&division);
  } else {
    llvm::expandRemainder(&division);
  }
}

}  // namespace

llvm::PreservedAnalyses WideDivisionsPass::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::BinaryOperator*> divisions;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (IsWideDivision(inst)) {
      divisions.push_back(llvm::cast<llvm::BinaryOperator>(&inst));
    }
  }
  for (llvm::BinaryOperator* division : divisions) {
    WriteOut(*division);
  }
  return divisions.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace kernelc::codegen
