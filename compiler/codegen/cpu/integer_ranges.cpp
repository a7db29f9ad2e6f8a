#include "compiler/codegen/cpu/integer_ranges.h"

#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/Analysis/WithCache.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace kernelc::codegen {

namespace {

// Lines of operations in a row; what is computed first is asked first, so that few are that long.
constexpr unsigned kMaxDepth = 64;

llvm::ConstantRange Anything(const llvm::Value& value) {
  return llvm::ConstantRange::getFull(value.getType()->getScalarSizeInBits());
}

}  // namespace

llvm::ConstantRange IntegerRanges::Of(llvm::Value* value, unsigned depth) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    return constant->toConstantRange();
  }
  auto* inst = llvm::dyn_cast<llvm::Instruction>(value);
  if (inst == nullptr || depth > kMaxDepth) {
    return Anything(*value);
  }
  // A value that is asked for on the way to itself can be anything.
  const auto [place, is_new] = known_.try_emplace(value, Anything(*value));
  if (!is_new) {
    return place->second;
  }
  const llvm::ConstantRange range = Compute(*inst, depth + 1);
  known_.insert_or_assign(value, range);
  return range;
}

llvm::ConstantRange IntegerRanges::Compute(llvm::Instruction& inst, unsigned depth) {
  if (llvm::Value* scalar = inst.getType()->isVectorTy() ? llvm::getSplatValue(&inst) : nullptr) {
    return Of(scalar, depth);
  }
  switch (inst.getOpcode()) {
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Trunc:
      return Of(inst.getOperand(0), depth)
          .castOp(llvm::cast<llvm::CastInst>(inst).getOpcode(), inst.getType()->getScalarSizeInBits());
    case llvm::Instruction::Select:
      return Of(inst.getOperand(1), depth).unionWith(Of(inst.getOperand(2), depth));
    case llvm::Instruction::ShuffleVector:
      return Of(inst.getOperand(0), depth).unionWith(Of(inst.getOperand(1), depth));
    case llvm::Instruction::PHI: {
      llvm::ConstantRange range = llvm::ConstantRange::getEmpty(inst.getType()->getScalarSizeInBits());
      for (llvm::Value* value : inst.operands()) {
        range = range.unionWith(Of(value, depth));
      }
      return range;
    }
    case llvm::Instruction::Call:
      return OfCall(inst, depth);
    default:
      break;
  }
  if (inst.isBinaryOp()) {
    return OfBinary(inst, depth);
  }
  const llvm::SimplifyQuery query(layout_);
  return llvm::computeConstantRangeIncludingKnownBits(static_cast<const llvm::Value*>(&inst), /*ForSigned=*/true,
                                                      query);
}

llvm::ConstantRange IntegerRanges::OfCall(llvm::Instruction& inst, unsigned depth) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
  if (call == nullptr || !llvm::ConstantRange::isIntrinsicSupported(call->getIntrinsicID())) {
    return Anything(inst);
  }
  llvm::SmallVector<llvm::ConstantRange, 2> operands;
  for (llvm::Value* operand : call->args()) {
    operands.push_back(Of(operand, depth));
  }
  return llvm::ConstantRange::intrinsic(call->getIntrinsicID(), operands);
}

llvm::ConstantRange IntegerRanges::OfBinary(llvm::Instruction& inst, unsigned depth) {
  const auto op = llvm::cast<llvm::BinaryOperator>(inst).getOpcode();
  const llvm::ConstantRange a = Of(inst.getOperand(0), depth);
  const llvm::ConstantRange b = Of(inst.getOperand(1), depth);
  if (const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&inst);
      disjoint != nullptr && disjoint->isDisjoint()) {
    return a.binaryOp(llvm::Instruction::Add, b);
  }
  if (op == llvm::Instruction::Shl && b.getSingleElement() != nullptr && b.getUnsignedMax().ult(a.getBitWidth())) {
    // LLVM's range of a shift is of unsigned numbers.
    const auto factor =
        llvm::APInt::getOneBitSet(a.getBitWidth(), static_cast<unsigned>(b.getUnsignedMax().getZExtValue()));
    return a.multiply(factor);
  }
  unsigned no_wrap = 0;
  if (const auto* sum = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&inst)) {
    no_wrap = sum->getNoWrapKind();
  }
  return no_wrap == 0 ? a.binaryOp(op, b) : a.overflowingBinaryOp(op, b, no_wrap);
}

}  // namespace kernelc::codegen
