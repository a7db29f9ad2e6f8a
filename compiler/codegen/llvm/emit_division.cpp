// Python's floor division and remainder.
#include <llvm/IR/Intrinsics.h>

#include <array>

#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

// The operands of an integer division made harmless. Where `undefined` holds (zero divisor, or a
// quotient that overflows) the divisor is 1 and the result must be 0; null when that cannot be.
struct SafeDivision {
  llvm::Value* divisor = nullptr;
  llvm::Value* undefined = nullptr;
};

SafeDivision MakeSafe(FunctionContext& fn, llvm::Value* a, llvm::Value* b, bool is_signed) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Type* type = b->getType();
  const unsigned bits = type->getIntegerBitWidth();
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(b)) {
    if (!constant->isZero() && !(is_signed && constant->isMinusOne())) {
      return {b, nullptr};
    }
  }
  llvm::Value* undefined = builder.CreateICmpEQ(b, llvm::ConstantInt::get(type, 0));
  if (is_signed) {
    llvm::Value* overflow = builder.CreateAnd(
        builder.CreateICmpEQ(a, llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits))),
        builder.CreateICmpEQ(b, llvm::ConstantInt::getAllOnesValue(type)));
    undefined = builder.CreateOr(undefined, overflow);
  }
  return {builder.CreateSelect(undefined, llvm::ConstantInt::get(type, 1), b), undefined};
}

llvm::Value* ZeroWhere(FunctionContext& fn, llvm::Value* undefined, llvm::Value* value) {
  if (undefined == nullptr) {
    return value;
  }
  return fn.builder().CreateSelect(undefined, llvm::Constant::getNullValue(value->getType()),
                                   value);
}

// The positive power of two that `value` is; null when it is none.
const llvm::ConstantInt* PowerOfTwo(llvm::Value* value) {
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant != nullptr && constant->getValue().isStrictlyPositive() &&
                 constant->getValue().isPowerOf2()
             ? constant
             : nullptr;
}

// True where the truncated quotient must go down by one: the remainder is not zero and its sign is
// not the divisor's.
llvm::Value* NeedsFix(FunctionContext& fn, llvm::Value* remainder, llvm::Value* divisor) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* zero = llvm::Constant::getNullValue(divisor->getType());
  return builder.CreateAnd(builder.CreateICmpNE(remainder, zero),
                           builder.CreateICmpSLT(builder.CreateXor(remainder, divisor), zero));
}

// A division by what is no constant as one of magnitudes without a sign, which no operands
// overflow: a GPU computes it so in any case, LLVM drops what it knows of signs, and a quotient and
// a remainder share it. No branches, so that equal divisions are computed once.
struct Magnitudes {
  llvm::Value* dividend = nullptr;
  // 1 for a divisor of zero.
  llvm::Value* divisor = nullptr;
  // The operands' signs differ.
  llvm::Value* differ = nullptr;
};

Magnitudes MagnitudesOf(FunctionContext& fn, llvm::Value* a, llvm::Value* b) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* zero = llvm::ConstantInt::get(b->getType(), 0);
  const auto magnitude = [&](llvm::Value* value) {
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, value, builder.getFalse());
  };
  llvm::Value* divisor = builder.CreateSelect(
      builder.CreateICmpEQ(b, zero), llvm::ConstantInt::get(b->getType(), 1), magnitude(b));
  return {magnitude(a), divisor, builder.CreateICmpSLT(builder.CreateXor(a, b), zero)};
}

// Zero for a divisor of zero and for the one quotient that overflows.
llvm::Value* FloorDivMagnitudes(FunctionContext& fn, llvm::Value* a, llvm::Value* b) {
  llvm::IRBuilder<>& builder = fn.builder();
  const Magnitudes of = MagnitudesOf(fn, a, b);
  llvm::Value* zero = llvm::ConstantInt::get(b->getType(), 0);
  llvm::Value* quotient = builder.CreateUDiv(of.dividend, of.divisor);
  llvm::Value* rest = builder.CreateSub(of.dividend, builder.CreateMul(quotient, of.divisor));
  llvm::Value* below =
      builder.CreateAdd(builder.CreateNot(quotient),
                        builder.CreateZExt(builder.CreateICmpEQ(rest, zero), b->getType()));
  llvm::Value* above = builder.CreateSelect(builder.CreateICmpSLT(quotient, zero), zero, quotient);
  llvm::Value* result = builder.CreateSelect(of.differ, below, above);
  return builder.CreateSelect(builder.CreateICmpEQ(b, zero), zero, result);
}

llvm::Value* ModMagnitudes(FunctionContext& fn, llvm::Value* a, llvm::Value* b) {
  llvm::IRBuilder<>& builder = fn.builder();
  const Magnitudes of = MagnitudesOf(fn, a, b);
  llvm::Value* zero = llvm::ConstantInt::get(b->getType(), 0);
  llvm::Value* rest = builder.CreateURem(of.dividend, of.divisor);
  // The divisor less the rest, but zero stays zero: `-rest` is then the smaller number without a
  // sign.
  llvm::Value* minus = builder.CreateNeg(rest);
  llvm::Value* from_above = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, minus,
                                                          builder.CreateAdd(minus, of.divisor));
  rest = builder.CreateSelect(of.differ, from_above, rest);
  return builder.CreateSelect(builder.CreateICmpSLT(b, zero), builder.CreateNeg(rest), rest);
}

// ptxas makes wrong code of some operations of 16 bits.
bool ByMagnitudes(FunctionContext& fn, llvm::Value* divisor, bool is_signed) {
  return is_signed && fn.hooks().DividesMagnitudes() && divisor->getType()->getIntegerBitWidth() >= 32 &&
         !llvm::isa<llvm::Constant>(divisor);
}

llvm::Value* EmitIntFloorDiv(FunctionContext& fn, llvm::Value* a, llvm::Value* b, bool is_signed) {
  llvm::IRBuilder<>& builder = fn.builder();
  if (const llvm::ConstantInt* power = PowerOfTwo(b); power != nullptr && is_signed) {
    return builder.CreateAShr(a, power->getValue().logBase2());
  }
  if (ByMagnitudes(fn, b, is_signed)) {
    return FloorDivMagnitudes(fn, a, b);
  }
  const SafeDivision safe = MakeSafe(fn, a, b, is_signed);
  if (!is_signed) {
    return ZeroWhere(fn, safe.undefined, builder.CreateUDiv(a, safe.divisor));
  }
  llvm::Value* quotient = builder.CreateSDiv(a, safe.divisor);
  llvm::Value* remainder = builder.CreateNSWSub(a, builder.CreateNSWMul(quotient, safe.divisor));
  llvm::Value* fix = NeedsFix(fn, remainder, safe.divisor);
  quotient = builder.CreateNSWAdd(quotient, builder.CreateSExt(fix, quotient->getType()));
  return ZeroWhere(fn, safe.undefined, quotient);
}

llvm::Value* EmitIntMod(FunctionContext& fn, llvm::Value* a, llvm::Value* b, bool is_signed) {
  llvm::IRBuilder<>& builder = fn.builder();
  if (const llvm::ConstantInt* power = PowerOfTwo(b); power != nullptr && is_signed) {
    return builder.CreateAnd(a, llvm::ConstantInt::get(b->getType(), power->getValue() - 1));
  }
  if (ByMagnitudes(fn, b, is_signed)) {
    return ModMagnitudes(fn, a, b);
  }
  // Where the remainder is undefined, that of 1 is zero.
  const SafeDivision safe = MakeSafe(fn, a, b, is_signed);
  if (!is_signed) {
    return builder.CreateURem(a, safe.divisor);
  }
  llvm::Value* remainder = builder.CreateSRem(a, safe.divisor);
  llvm::Value* fix = NeedsFix(fn, remainder, safe.divisor);
  llvm::Value* zero = llvm::Constant::getNullValue(a->getType());
  return builder.CreateNSWAdd(remainder, builder.CreateSelect(fix, safe.divisor, zero));
}

// CPython's float_divmod: fmod, the remainder moved to the divisor's sign, the quotient snapped to
// the nearest integer. Gives quotient and remainder; unused parts are dropped by LLVM.
struct FloatDivMod {
  llvm::Value* quotient;
  llvm::Value* remainder;
};

FloatDivMod EmitFloatDivMod(FunctionContext& fn, const kir::Inst& inst, llvm::Value* a,
                            llvm::Value* b) {
  llvm::IRBuilder<>& builder = fn.builder();
  // Every step is exact or rounded once as CPython does it.
  llvm::IRBuilder<>::FastMathFlagGuard guard(builder);
  builder.clearFastMathFlags();
  llvm::Type* type = a->getType();
  llvm::Value* zero = llvm::ConstantFP::get(type, 0.0);
  const std::array<llvm::Value*, 2> operands{a, b};
  llvm::Value* remainder = fn.hooks().EmitMath(fn, inst, "fmod", operands);
  llvm::Value* quotient = builder.CreateFDiv(builder.CreateFSub(a, remainder), b);
  llvm::Value* has_remainder = builder.CreateFCmpUNE(remainder, zero);
  llvm::Value* signs_differ =
      builder.CreateXor(builder.CreateFCmpOLT(b, zero), builder.CreateFCmpOLT(remainder, zero));
  llvm::Value* fix = builder.CreateAnd(has_remainder, signs_differ);
  llvm::Value* signed_zero = builder.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, zero, b);
  llvm::Value* moved = builder.CreateSelect(fix, builder.CreateFAdd(remainder, b), remainder);
  llvm::Value* one = llvm::ConstantFP::get(type, 1.0);
  quotient = builder.CreateSelect(fix, builder.CreateFSub(quotient, one), quotient);

  llvm::Value* floor = builder.CreateUnaryIntrinsic(llvm::Intrinsic::floor, quotient);
  llvm::Value* above =
      builder.CreateFCmpOGT(builder.CreateFSub(quotient, floor), llvm::ConstantFP::get(type, 0.5));
  llvm::Value* snapped = builder.CreateSelect(above, builder.CreateFAdd(floor, one), floor);
  llvm::Value* ieee = builder.CreateFDiv(a, b);
  llvm::Value* tiny = builder.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, zero, ieee);
  llvm::Value* result = builder.CreateSelect(builder.CreateFCmpUNE(quotient, zero), snapped, tiny);
  result = builder.CreateSelect(builder.CreateFCmpOEQ(b, zero), ieee, result);
  return {result, builder.CreateSelect(has_remainder, moved, signed_zero)};
}

// Narrow floats are computed in float32.
llvm::Value* EmitFloat(FunctionContext& fn, const kir::Inst& inst, bool want_quotient) {
  const bool narrow = types::scalar_bits(inst.type) < 32;
  const TypeId type = narrow ? types::kFloat32 : inst.type;
  llvm::Value* a = ConvertScalar(fn, fn.operand(inst, 0), inst.type, type);
  llvm::Value* b = ConvertScalar(fn, fn.operand(inst, 1), inst.type, type);
  const FloatDivMod both = EmitFloatDivMod(fn, inst, a, b);
  return ConvertScalar(fn, want_quotient ? both.quotient : both.remainder, type, inst.type);
}

}  // namespace

llvm::Value* EmitFloorDiv(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  if (types::IsFloat(inst.type)) {
    return EmitFloat(fn, inst, true);
  }
  return EmitIntFloorDiv(fn, fn.operand(inst, 0), fn.operand(inst, 1), types::IsSigned(inst.type));
}

llvm::Value* EmitMod(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  if (types::IsFloat(inst.type)) {
    return EmitFloat(fn, inst, false);
  }
  return EmitIntMod(fn, fn.operand(inst, 0), fn.operand(inst, 1), types::IsSigned(inst.type));
}

}  // namespace kernelc::codegen
