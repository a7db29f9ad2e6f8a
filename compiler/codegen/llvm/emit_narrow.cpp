// 16-bit floats: float16 and bfloat16.
//
// Every operation rounds once, to the nearest even number. Sums, products, quotients and roots are
// computed in float32, whose rounding before the second one does no harm (24 bits are more than
// twice 11 and 2); what comes from float64 and from wide integers is first brought to float32 by
// rounding to odd, which keeps what the second rounding needs.
#include <llvm/IR/Intrinsics.h>

#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

namespace intrinsic = llvm::Intrinsic;
using llvm::Value;

constexpr std::uint32_t kFloatInfinity = 0x7f800000;
constexpr std::uint32_t kFloatSign = 0x80000000;

// Integer arithmetic on the bits of a float32.
class Bits {
 public:
  explicit Bits(FunctionContext& fn) : fn_(fn), builder_(fn.builder()), guard_(builder_) {
    // Rules of arithmetic that hold for real numbers alone would undo what this does.
    builder_.clearFastMathFlags();
  }

  // A float32 from the bits of a float16. The product moves the exponent, for subnormals too.
  Value* FromHalf(Value* half) {
    Value* word = builder_.CreateZExt(half, fn_.types().int32());
    Value* magnitude = builder_.CreateShl(builder_.CreateAnd(word, 0x7fff), 13);
    Value* scaled = builder_.CreateFMul(
        AsFloat(magnitude), llvm::ConstantFP::get(builder_.getFloatTy(), 0x1.0p112));
    Value* special = builder_.CreateOr(magnitude, kFloatInfinity);
    Value* is_special = builder_.CreateICmpUGE(magnitude, fn_.Int32(0x7c00u << 13));
    Value* result = builder_.CreateSelect(is_special, special, AsBits(scaled));
    Value* sign = builder_.CreateShl(builder_.CreateAnd(word, 0x8000), 16);
    return AsFloat(builder_.CreateOr(result, sign));
  }

  // The bits of the float16 next to a float32.
  Value* ToHalf(Value* number) {
    Value* word = AsBits(number);
    Value* magnitude = builder_.CreateAnd(word, 0x7fffffff);
    // A half's last place is 2^-24 below its normal numbers, as that of float32 is at 0.5.
    Value* half = llvm::ConstantFP::get(builder_.getFloatTy(), 0.5);
    Value* small = builder_.CreateSub(AsBits(builder_.CreateFAdd(AsFloat(magnitude), half)),
                                      fn_.Int32(0x3f000000));
    Value* odd = builder_.CreateAnd(builder_.CreateLShr(magnitude, 13), 1);
    Value* rounded = builder_.CreateAdd(builder_.CreateAdd(magnitude, fn_.Int32(0xfff)), odd);
    Value* normal = builder_.CreateLShr(builder_.CreateSub(rounded, fn_.Int32(0x38000000)), 13);
    Value* result = builder_.CreateSelect(
        builder_.CreateICmpULT(magnitude, fn_.Int32(0x38800000)), small, normal);
    result = builder_.CreateSelect(builder_.CreateICmpUGE(magnitude, fn_.Int32(0x477ff000)),
                                   fn_.Int32(0x7c00), result);
    Value* nan = builder_.CreateOr(
        builder_.CreateAnd(builder_.CreateLShr(magnitude, 13), 0x3ff), fn_.Int32(0x7e00));
    result = builder_.CreateSelect(
        builder_.CreateICmpUGT(magnitude, fn_.Int32(kFloatInfinity)), nan, result);
    return WithSign(result, word);
  }

  Value* FromBFloat(Value* bfloat) {
    return AsFloat(builder_.CreateShl(builder_.CreateZExt(bfloat, fn_.types().int32()), 16));
  }

  Value* ToBFloat(Value* number) {
    Value* word = AsBits(number);
    Value* odd = builder_.CreateAnd(builder_.CreateLShr(word, 16), 1);
    Value* rounded = builder_.CreateLShr(
        builder_.CreateAdd(builder_.CreateAdd(word, fn_.Int32(0x7fff)), odd), 16);
    Value* nan = builder_.CreateOr(builder_.CreateLShr(word, 16), 0x40);
    Value* is_nan = builder_.CreateICmpUGT(builder_.CreateAnd(word, 0x7fffffff),
                                           fn_.Int32(kFloatInfinity));
    return builder_.CreateTrunc(builder_.CreateSelect(is_nan, nan, rounded),
                                builder_.getInt16Ty());
  }

  // A float64 as the float32 towards zero, with the last bit set where that is not exact.
  Value* ToOddFloat(Value* wide) {
    Value* number = builder_.CreateFPTrunc(wide, builder_.getFloatTy());
    Value* back = builder_.CreateFPExt(number, builder_.getDoubleTy());
    Value* word = AsBits(number);
    Value* beyond =
        builder_.CreateFCmpOGT(builder_.CreateUnaryIntrinsic(intrinsic::fabs, back),
                               builder_.CreateUnaryIntrinsic(intrinsic::fabs, wide));
    Value* cut = builder_.CreateSub(word, builder_.CreateZExt(beyond, fn_.types().int32()));
    Value* inexact = builder_.CreateFCmpONE(back, wide);
    return AsFloat(builder_.CreateSelect(inexact, builder_.CreateOr(cut, 1), word));
  }

  // a + b in float64, rounded to odd.
  Value* OddSum(Value* a, Value* b) {
    Value* sum = builder_.CreateFAdd(a, b);
    Value* part = builder_.CreateFSub(sum, a);
    Value* error = builder_.CreateFAdd(builder_.CreateFSub(a, builder_.CreateFSub(sum, part)),
                                       builder_.CreateFSub(b, part));
    llvm::Type* int64 = fn_.types().int64();
    Value* zero = llvm::ConstantFP::get(builder_.getDoubleTy(), 0.0);
    Value* inexact = builder_.CreateFCmpONE(error, zero);
    Value* word = builder_.CreateBitCast(sum, int64);
    Value* beyond = builder_.CreateICmpNE(builder_.CreateFCmpOLT(error, zero),
                                          builder_.CreateFCmpOLT(sum, zero));
    Value* cut = builder_.CreateSub(word, builder_.CreateZExt(beyond, int64));
    return builder_.CreateBitCast(
        builder_.CreateSelect(inexact, builder_.CreateOr(cut, 1), word), builder_.getDoubleTy());
  }

 private:
  Value* AsBits(Value* number) { return builder_.CreateBitCast(number, fn_.types().int32()); }
  Value* AsFloat(Value* bits) { return builder_.CreateBitCast(bits, builder_.getFloatTy()); }
  Value* WithSign(Value* magnitude, Value* word) {
    Value* sign = builder_.CreateLShr(builder_.CreateAnd(word, kFloatSign), 16);
    return builder_.CreateTrunc(builder_.CreateOr(magnitude, sign), builder_.getInt16Ty());
  }

  FunctionContext& fn_;
  llvm::IRBuilder<>& builder_;
  llvm::IRBuilder<>::FastMathFlagGuard guard_;
};

bool IsBFloat(TypeId type) { return type == types::kBFloat16; }

// An integer as the float64 that lies on the same side of every number of up to 24 bits: above
// 2^53, what the last 11 bits hold is joined into the 12th.
Value* IntegerToFloat64(FunctionContext& fn, Value* value, TypeId from) {
  llvm::IRBuilder<>& builder = fn.builder();
  const bool is_signed = types::IsSigned(from);
  if (types::IsInteger(from) && types::scalar_bits(from) == 64) {
    Value* head = builder.CreateAnd(value, ~std::uint64_t{0x7ff});
    Value* lost = builder.CreateIsNotNull(builder.CreateAnd(value, 0x7ff));
    Value* joined = builder.CreateSelect(lost, builder.CreateOr(head, 0x800), head);
    Value* small = builder.CreateICmpULT(
        is_signed ? builder.CreateAdd(value, fn.Int64(std::uint64_t{1} << 52)) : value,
        fn.Int64(std::uint64_t{1} << 53));
    value = builder.CreateSelect(small, value, joined);
  }
  return is_signed ? builder.CreateSIToFP(value, builder.getDoubleTy())
                   : builder.CreateUIToFP(value, builder.getDoubleTy());
}

enum class Direction : std::uint8_t { Zero, Down, Up };

// The neighbour of `number` (rounded to nearest) on the side of `exact` that the direction wants.
Value* Redirect(FunctionContext& fn, Value* number, Value* exact, TypeId type,
                Direction direction) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::IRBuilder<>::FastMathFlagGuard guard(builder);
  builder.clearFastMathFlags();
  Value* back = builder.CreateFPExt(WidenNarrow(fn, number, type), builder.getDoubleTy());
  Value* above = builder.CreateFCmpOGT(back, exact);
  Value* below = builder.CreateFCmpOLT(back, exact);
  Value* bits = builder.CreateBitCast(number, builder.getInt16Ty());
  Value* negative = builder.CreateICmpSLT(bits, builder.getInt16(0));
  // Bits count away from zero.
  Value* wrong = direction == Direction::Down ? above
                 : direction == Direction::Up ? below
                                              : builder.CreateSelect(negative, below, above);
  Value* outward = direction == Direction::Down ? negative
                   : direction == Direction::Up ? builder.CreateNot(negative)
                                                : builder.getFalse();
  Value* moved = builder.CreateSelect(outward, builder.CreateAdd(bits, builder.getInt16(1)),
                                      builder.CreateSub(bits, builder.getInt16(1)));
  return builder.CreateBitCast(builder.CreateSelect(wrong, moved, bits), number->getType());
}

}  // namespace

bool IsNarrowFloat(TypeId type) {
  return types::IsFloat(type) && types::scalar_bits(type) < 32;
}

llvm::Value* WidenNarrow(FunctionContext& fn, llvm::Value* value, TypeId from) {
  llvm::IRBuilder<>& builder = fn.builder();
  if (fn.hooks().ConvertsNarrow(from)) {
    return builder.CreateFPExt(value, builder.getFloatTy());
  }
  Value* bits = builder.CreateBitCast(value, builder.getInt16Ty());
  return IsBFloat(from) ? Bits(fn).FromBFloat(bits) : Bits(fn).FromHalf(bits);
}

llvm::Value* OddFloat32(FunctionContext& fn, llvm::Value* value, TypeId from) {
  if (IsNarrowFloat(from)) {
    value = WidenNarrow(fn, value, from);
  } else if (!types::IsFloat(from)) {
    value = IntegerToFloat64(fn, value, from);
  }
  return value->getType()->isDoubleTy() ? Bits(fn).ToOddFloat(value) : value;
}

llvm::Value* RoundToNarrow(FunctionContext& fn, llvm::Value* value, TypeId from, TypeId to) {
  llvm::IRBuilder<>& builder = fn.builder();
  value = OddFloat32(fn, value, from);
  llvm::Type* type = fn.types().Register(to);
  if (fn.hooks().ConvertsNarrow(to)) {
    return builder.CreateFPTrunc(value, type);
  }
  return builder.CreateBitCast(IsBFloat(to) ? Bits(fn).ToBFloat(value) : Bits(fn).ToHalf(value),
                               type);
}

llvm::Value* EmitNarrowRound(FunctionContext& fn, const kir::Inst& inst) {
  using builtins::BuiltinId;
  llvm::IRBuilder<>& builder = fn.builder();
  const auto id = static_cast<BuiltinId>(inst.imm);
  const TypeId from = fn.operand_type(inst, 0);
  Value* number = RoundToNarrow(fn, fn.operand(inst, 0), from, inst.type);
  if (id == BuiltinId::ToHalfNearest || id == BuiltinId::ToBFloatNearest) {
    return number;
  }
  Value* exact = fn.operand(inst, 0);
  if (!types::IsFloat(from)) {
    exact = IntegerToFloat64(fn, exact, from);
  } else if (IsNarrowFloat(from)) {
    exact = WidenNarrow(fn, exact, from);
  }
  exact = builder.CreateFPCast(exact, builder.getDoubleTy());
  const bool down = id == BuiltinId::ToHalfDown || id == BuiltinId::ToBFloatDown;
  const bool up = id == BuiltinId::ToHalfUp || id == BuiltinId::ToBFloatUp;
  return Redirect(fn, number, exact, inst.type,
                  down ? Direction::Down : up ? Direction::Up : Direction::Zero);
}

// The product is exact in float64, and the sum is rounded to odd before the last rounding.
llvm::Value* EmitNarrowFma(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  std::vector<Value*> operands;
  for (std::uint32_t i = 0; i < 3; ++i) {
    operands.push_back(builder.CreateFPExt(WidenNarrow(fn, fn.operand(inst, i), inst.type),
                                           builder.getDoubleTy()));
  }
  Value* product = builder.CreateFMul(operands[0], operands[1]);
  return RoundToNarrow(fn, Bits(fn).OddSum(product, operands[2]), types::kFloat64, inst.type);
}

}  // namespace kernelc::codegen
