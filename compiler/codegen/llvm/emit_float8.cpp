// 8-bit floats: e4m3 (without infinity), e5m2 and e8m0 (powers of two alone). Registers hold their bits.
//
// A number that becomes one of them is first brought to float32 by rounding to odd, and rounded from there: to the nearest,
// ties to even; to e8m0, to the power of two at or above. What is too large becomes the largest number. NaN keeps no sign.
#include <cmath>

#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

using llvm::Value;

constexpr std::uint32_t kInfinity = 0x7f800000;
constexpr std::uint32_t kFractionBits = 23;
constexpr std::uint32_t kBias = 127;

struct Format {
  std::uint32_t bias;
  // Of the fraction.
  std::uint32_t digits;
  // Codes of the largest number and of the first that is none.
  std::uint32_t largest;
  std::uint32_t special;
};

Format FormatOf(TypeId type) {
  return type == types::kFloat8E4M3 ? Format{7, 3, 0x7e, 0x7f} : Format{15, 2, 0x7b, 0x7c};
}

// Integer arithmetic on bits, which no rule of fast arithmetic touches.
class Codes {
 public:
  explicit Codes(FunctionContext& fn) : fn_(fn), builder_(fn.builder()), guard_(builder_) {
    builder_.clearFastMathFlags();
  }

  Value* Encode(Value* number, const Format& format) {
    Value* word = builder_.CreateBitCast(number, fn_.types().int32());
    Value* magnitude = builder_.CreateAnd(word, 0x7fffffff);
    const std::uint32_t cut = kFractionBits - format.digits;
    Value* odd = builder_.CreateAnd(builder_.CreateLShr(magnitude, cut), 1);
    Value* rounded = builder_.CreateAdd(
        builder_.CreateAdd(magnitude, fn_.Int32((1u << (cut - 1)) - 1)), odd);
    Value* normal = builder_.CreateSub(builder_.CreateLShr(rounded, cut),
                                       fn_.Int32((kBias - format.bias) << format.digits));
    // Below the normal numbers the last place is that of this float32.
    const std::uint32_t unit = (kBias + 1 - format.bias + cut) << kFractionBits;
    Value* sum = builder_.CreateFAdd(builder_.CreateBitCast(magnitude, builder_.getFloatTy()),
                                     builder_.CreateBitCast(fn_.Int32(unit), builder_.getFloatTy()));
    Value* small =
        builder_.CreateSub(builder_.CreateBitCast(sum, fn_.types().int32()), fn_.Int32(unit));
    Value* lowest = fn_.Int32((kBias + 1 - format.bias) << kFractionBits);
    Value* code = builder_.CreateSelect(builder_.CreateICmpULT(magnitude, lowest), small, normal);
    Value* largest = fn_.Int32(format.largest);
    code = builder_.CreateSelect(builder_.CreateICmpUGT(code, largest), largest, code);
    code = builder_.CreateOr(code, builder_.CreateAnd(builder_.CreateLShr(word, 24), 0x80));
    Value* is_nan = builder_.CreateICmpUGT(magnitude, fn_.Int32(kInfinity));
    return Byte(builder_.CreateSelect(is_nan, fn_.Int32(0x7f), code));
  }

  Value* Decode(Value* byte, const Format& format) {
    Value* word = builder_.CreateZExt(byte, fn_.types().int32());
    Value* code = builder_.CreateAnd(word, 0x7f);
    const std::uint32_t cut = kFractionBits - format.digits;
    Value* shifted = builder_.CreateShl(code, cut);
    Value* normal = builder_.CreateAdd(shifted, fn_.Int32((kBias - format.bias) << kFractionBits));
    const double unit = std::ldexp(1.0, 1 - static_cast<int>(format.bias + format.digits));
    Value* small = builder_.CreateFMul(builder_.CreateUIToFP(code, builder_.getFloatTy()),
                                       llvm::ConstantFP::get(builder_.getFloatTy(), unit));
    Value* result = builder_.CreateSelect(
        builder_.CreateICmpULT(code, fn_.Int32(1u << format.digits)),
        builder_.CreateBitCast(small, fn_.types().int32()), normal);
    // e5m2's infinity has no fraction; the only special code of e4m3 is NaN.
    Value* special = builder_.CreateOr(shifted, kInfinity);
    result = builder_.CreateSelect(builder_.CreateICmpUGE(code, fn_.Int32(format.special)),
                                   special, result);
    Value* sign = builder_.CreateShl(builder_.CreateAnd(word, 0x80), 24);
    return builder_.CreateBitCast(builder_.CreateOr(result, sign), builder_.getFloatTy());
  }

  Value* EncodePower(Value* number) {
    Value* magnitude =
        builder_.CreateAnd(builder_.CreateBitCast(number, fn_.types().int32()), 0x7fffffff);
    Value* above = builder_.CreateIsNotNull(builder_.CreateAnd(magnitude, 0x7fffff));
    Value* code = builder_.CreateAdd(builder_.CreateLShr(magnitude, kFractionBits),
                                     builder_.CreateZExt(above, fn_.types().int32()));
    // 2^-127 is half the smallest normal float32.
    code = builder_.CreateSelect(builder_.CreateICmpULE(magnitude, fn_.Int32(0x400000)),
                                 fn_.Int32(0), code);
    code = builder_.CreateSelect(builder_.CreateICmpUGT(code, fn_.Int32(0xfe)), fn_.Int32(0xfe),
                                 code);
    Value* is_nan = builder_.CreateICmpUGT(magnitude, fn_.Int32(kInfinity));
    return Byte(builder_.CreateSelect(is_nan, fn_.Int32(0xff), code));
  }

  Value* DecodePower(Value* byte) {
    Value* code = builder_.CreateZExt(byte, fn_.types().int32());
    Value* bits = builder_.CreateShl(code, kFractionBits);
    bits = builder_.CreateSelect(builder_.CreateIsNull(code), fn_.Int32(0x400000), bits);
    Value* is_nan = builder_.CreateICmpEQ(code, fn_.Int32(0xff));
    bits = builder_.CreateSelect(is_nan, fn_.Int32(0x7fc00000), bits);
    return builder_.CreateBitCast(bits, builder_.getFloatTy());
  }

 private:
  Value* Byte(Value* code) { return builder_.CreateTrunc(code, builder_.getInt8Ty()); }

  FunctionContext& fn_;
  llvm::IRBuilder<>& builder_;
  llvm::IRBuilder<>::FastMathFlagGuard guard_;
};

}  // namespace

llvm::Value* WidenFloat8(FunctionContext& fn, llvm::Value* value, TypeId from) {
  if (llvm::Value* result = fn.hooks().WidenFloat8(fn, value, from)) {
    return result;
  }
  return from == types::kFloat8E8M0 ? Codes(fn).DecodePower(value)
                                    : Codes(fn).Decode(value, FormatOf(from));
}

llvm::Value* RoundToFloat8(FunctionContext& fn, llvm::Value* value, TypeId from, TypeId to) {
  value = types::IsFloat8(from) ? WidenFloat8(fn, value, from) : OddFloat32(fn, value, from);
  if (llvm::Value* result = fn.hooks().RoundToFloat8(fn, value, to)) {
    return result;
  }
  return to == types::kFloat8E8M0 ? Codes(fn).EncodePower(value)
                                  : Codes(fn).Encode(value, FormatOf(to));
}

}  // namespace kernelc::codegen
