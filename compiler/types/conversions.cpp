#include "compiler/types/conversions.h"

#include <algorithm>
#include <array>

#include "compiler/base/check.h"

namespace kernelc::types {
namespace {

constexpr TypeId kNoType = TypeId();

TypeId IntegerOf(bool is_signed, std::uint32_t bits) {
  switch (bits) {
    case 8:
      return is_signed ? kInt8 : kUInt8;
    case 16:
      return is_signed ? kInt16 : kUInt16;
    case 32:
      return is_signed ? kInt32 : kUInt32;
    default:
      return is_signed ? kInt64 : kUInt64;
  }
}

TypeId FloatOf(std::uint32_t bits) {
  return bits <= 16 ? kFloat16 : bits == 32 ? kFloat32 : kFloat64;
}

TypeId ComplexOf(std::uint32_t element_bits) {
  return element_bits <= 32 ? kComplex64 : kComplex128;
}

// NumPy's promotion of two integers or bools; int64 with uint64 has no integer result and gives float64.
TypeId PromoteIntegers(TypeId left, TypeId right) {
  if (IsBool(left)) {
    return right;
  }
  if (IsBool(right)) {
    return left;
  }
  const std::uint32_t left_bits = scalar_bits(left);
  const std::uint32_t right_bits = scalar_bits(right);
  if (IsSigned(left) == IsSigned(right)) {
    return left_bits >= right_bits ? left : right;
  }
  const std::uint32_t signed_bits = IsSigned(left) ? left_bits : right_bits;
  const std::uint32_t unsigned_bits = IsSigned(left) ? right_bits : left_bits;
  if (signed_bits > unsigned_bits) {
    return IntegerOf(true, signed_bits);
  }
  return unsigned_bits == 64 ? kFloat64 : IntegerOf(true, unsigned_bits * 2);
}

// Bits of the narrowest float that NumPy's promotion gives an integer of this type.
std::uint32_t NumpyFloatBits(TypeId integer) {
  if (IsBool(integer)) {
    return 16;
  }
  return std::min(64u, scalar_bits(integer) * 2);
}

// The same for the overloads of Numba's operators: an unsigned integer needs the next size.
std::uint32_t OperatorFloatBits(TypeId integer) {
  const std::uint32_t bits = NumpyFloatBits(integer);
  return IsUnsigned(integer) ? std::min(64u, bits * 2) : bits;
}

enum class IntegerBesideFloat : std::uint8_t { Numpy, Operator, TakesFloat };

// Bits of the real part that `type` asks for in a float or complex result.
std::uint32_t RealBits(TypeId type, IntegerBesideFloat rule) {
  if (IsComplex(type)) {
    return scalar_bits(type) / 2;
  }
  if (IsFloat(type)) {
    return scalar_bits(type);
  }
  switch (rule) {
    case IntegerBesideFloat::Numpy:
      return NumpyFloatBits(type);
    case IntegerBesideFloat::Operator:
      return OperatorFloatBits(type);
    case IntegerBesideFloat::TakesFloat:
      return 16;
  }
  KC_FATAL("rule");
}

// One operand at least is a float or complex.
TypeId PromoteFloats(TypeId left, TypeId right, IntegerBesideFloat rule) {
  const std::uint32_t bits = std::max(RealBits(left, rule), RealBits(right, rule));
  if (IsComplex(left) || IsComplex(right)) {
    return ComplexOf(bits);
  }
  // bfloat16 stays itself beside what fits it; with float16 the two meet in float32.
  const auto fits_bfloat16 = [&](TypeId type) {
    return type == kBFloat16 || (!IsFloat(type) && bits == 16);
  };
  if (fits_bfloat16(left) && fits_bfloat16(right)) {
    return kBFloat16;
  }
  const bool mixed_half = bits == 16 && (left == kBFloat16 || right == kBFloat16);
  return mixed_half ? kFloat32 : FloatOf(bits);
}

bool IsIntegral(TypeId type) { return IsBool(type) || IsInteger(type); }

TypeId NumbaInteger(TypeId left, TypeId right) {
  return IsUnsigned(left) && IsUnsigned(right) ? kUInt64 : kInt64;
}

// Numba has these of 16-bit floats for float32 alone.
TypeId AtLeastFloat32(TypeId type) {
  return type == kFloat16 || type == kBFloat16 ? kFloat32 : type;
}

// It has the operators of bfloat16 for two of them.
TypeId PromoteNumbaFloats(TypeId left, TypeId right) {
  const TypeId type = PromoteFloats(left, right, IntegerBesideFloat::Operator);
  return type == kBFloat16 && left != right ? kFloat32 : type;
}

TypeId PromoteNumba(ArithmeticOp op, TypeId left, TypeId right) {
  const bool integral = IsIntegral(left) && IsIntegral(right);
  const bool complex = IsComplex(left) || IsComplex(right);
  switch (op) {
    case ArithmeticOp::Add:
    case ArithmeticOp::Sub:
    case ArithmeticOp::Mul:
      break;
    case ArithmeticOp::FloorDiv:
    case ArithmeticOp::Mod:
      if (complex) {
        return kNoType;
      }
      return integral ? NumbaInteger(left, right)
                      : AtLeastFloat32(
                            PromoteFloats(left, right, IntegerBesideFloat::Operator));
    case ArithmeticOp::TrueDiv:
      if (integral) {
        return kFloat64;
      }
      break;
    case ArithmeticOp::Pow:
      if (IsFloat(left) && IsIntegral(right)) {
        return AtLeastFloat32(left);
      }
      if (!integral) {
        return AtLeastFloat32(PromoteFloats(left, right, IntegerBesideFloat::Operator));
      }
      break;
    case ArithmeticOp::And:
    case ArithmeticOp::Or:
    case ArithmeticOp::Xor:
      if (!integral) {
        return kNoType;
      }
      return IsBool(left) && IsBool(right) ? kBool : NumbaInteger(left, right);
    case ArithmeticOp::Shl:
    case ArithmeticOp::Shr:
      if (!integral) {
        return kNoType;
      }
      return IsUnsigned(left) ? kUInt64 : kInt64;
  }
  return integral ? NumbaInteger(left, right) : PromoteNumbaFloats(left, right);
}

// Bool counts as a weak integer: it takes the other integer's type.
TypeId WeakIntegers(TypeId left, TypeId right) {
  if (IsBool(left) && IsBool(right)) {
    return kInt64;
  }
  const TypeId type = PromoteIntegers(left, right);
  return type == kFloat64 ? kInt64 : type;
}

// 0 integer, 1 float, 2 complex: a weak operand never changes the width inside a class.
int NumericClass(TypeId type) { return IsComplex(type) ? 2 : IsFloat(type) ? 1 : 0; }

// The type that a weak operand takes beside a strong one.
TypeId AdaptWeak(TypeId weak, TypeId strong) {
  if (NumericClass(weak) <= NumericClass(strong)) {
    return IsBool(strong) ? weak : strong;
  }
  if (NumericClass(weak) == 2 && NumericClass(strong) == 1) {
    return ComplexOf(scalar_bits(strong));
  }
  return weak;
}

TypeId WeakCommon(NumericType left, NumericType right) {
  if (left.weak != right.weak) {
    return left.weak ? AdaptWeak(left.type, right.type) : AdaptWeak(right.type, left.type);
  }
  if (IsIntegral(left.type) && IsIntegral(right.type)) {
    return WeakIntegers(left.type, right.type);
  }
  return PromoteFloats(left.type, right.type, IntegerBesideFloat::TakesFloat);
}

TypeId PromoteWeak(ArithmeticOp op, NumericType left, NumericType right) {
  const bool integral = IsIntegral(left.type) && IsIntegral(right.type);
  const bool complex = IsComplex(left.type) || IsComplex(right.type);
  switch (op) {
    case ArithmeticOp::Add:
    case ArithmeticOp::Sub:
    case ArithmeticOp::Mul:
      break;
    case ArithmeticOp::FloorDiv:
    case ArithmeticOp::Mod:
      if (complex) {
        return kNoType;
      }
      break;
    case ArithmeticOp::TrueDiv:
      if (integral) {
        return kFloat64;
      }
      break;
    case ArithmeticOp::Pow:
      if (IsFloat(left.type) && IsIntegral(right.type)) {
        return left.type;
      }
      break;
    case ArithmeticOp::And:
    case ArithmeticOp::Or:
    case ArithmeticOp::Xor:
      if (!integral) {
        return kNoType;
      }
      if (IsBool(left.type) && IsBool(right.type)) {
        return kBool;
      }
      break;
    case ArithmeticOp::Shl:
    case ArithmeticOp::Shr:
      if (!integral) {
        return kNoType;
      }
      if (IsBool(left.type)) {
        return kInt64;
      }
      return left.weak && !right.weak && IsInteger(right.type) ? right.type : left.type;
  }
  return WeakCommon(left, right);
}

}  // namespace

NumericType PromoteArithmetic(PromotionRules rules, ArithmeticOp op, NumericType left,
                              NumericType right) {
  KC_CHECK(IsScalar(left.type) && IsScalar(right.type));
  if (rules == PromotionRules::Numba) {
    return {PromoteNumba(op, left.type, right.type), false};
  }
  return {PromoteWeak(op, left, right), left.weak && right.weak};
}

NumericType PromoteUnary(PromotionRules rules, UnaryArithmeticOp op, NumericType operand) {
  KC_CHECK(IsScalar(operand.type));
  const bool inverts = op == UnaryArithmeticOp::Invert;
  if (IsFloat(operand.type) || IsComplex(operand.type)) {
    return inverts ? NumericType{kNoType, false} : operand;
  }
  if (IsBool(operand.type)) {
    return {inverts ? kBool : kInt64, operand.weak};
  }
  if (rules == PromotionRules::Weak) {
    return operand;
  }
  return {IsUnsigned(operand.type) ? kUInt64 : kInt64, false};
}

TypeId PromoteCompare(PromotionRules rules, NumericType left, NumericType right) {
  KC_CHECK(IsScalar(left.type) && IsScalar(right.type));
  const bool adapts = rules == PromotionRules::Weak && left.weak != right.weak;
  if (!adapts && IsIntegral(left.type) && IsIntegral(right.type)) {
    return PromoteIntegers(left.type, right.type);
  }
  if (rules == PromotionRules::Weak) {
    return WeakCommon(left, right);
  }
  return PromoteFloats(left.type, right.type, IntegerBesideFloat::Operator);
}

NumericType UnifyScalars(PromotionRules rules, NumericType left, NumericType right) {
  KC_CHECK(IsScalar(left.type) && IsScalar(right.type));
  if (left.type == right.type) {
    return {left.type, left.weak && right.weak};
  }
  if (rules == PromotionRules::Weak) {
    return {WeakCommon(left, right), left.weak && right.weak};
  }
  if (IsIntegral(left.type) && IsIntegral(right.type)) {
    return {PromoteIntegers(left.type, right.type), false};
  }
  return {PromoteFloats(left.type, right.type, IntegerBesideFloat::Numpy), false};
}

TypeId RangeType(PromotionRules rules, std::span<const NumericType> arguments) {
  // Numba's overloads are int32, int64 and uint64 in this order. One that takes every argument without loss wins; with
  // an unsigned and a signed argument of 32 and 64 bits none does, and int32 wins the tie.
  bool any_signed = false;
  bool any_unsigned = false;
  bool any_float = false;
  std::uint32_t signed_bits = 0;
  std::uint32_t unsigned_bits = 0;
  bool all_weak = true;
  for (const NumericType& argument : arguments) {
    all_weak = all_weak && argument.weak;
  }
  for (const NumericType& argument : arguments) {
    if (rules == PromotionRules::Weak && argument.weak && !all_weak) {
      continue;
    }
    const TypeId type = argument.type;
    any_float = any_float || IsFloat(type);
    if (IsSigned(type) && !IsFloat(type)) {
      any_signed = true;
      signed_bits = std::max(signed_bits, scalar_bits(type));
    } else if (IsUnsigned(type)) {
      any_unsigned = true;
      unsigned_bits = std::max(unsigned_bits, scalar_bits(type));
    }
  }
  if (any_float && signed_bits < 64 && unsigned_bits < 64) {
    return kInt32;
  }
  if (!any_unsigned) {
    return signed_bits > 32 ? kInt64 : kInt32;
  }
  if (!any_signed) {
    return kUInt64;
  }
  if (unsigned_bits == 64) {
    return signed_bits == 64 ? kInt64 : signed_bits == 32 ? kInt32 : kUInt64;
  }
  return signed_bits == 64 || unsigned_bits == 32 ? kInt64 : kInt32;
}

NumericType PromoteMath(PromotionRules rules, std::span<const NumericType> operands) {
  KC_CHECK(!operands.empty());
  NumericType common = operands.front();
  bool any_float = IsFloat(common.type);
  for (const NumericType& operand : operands.subspan(1)) {
    any_float = any_float || IsFloat(operand.type);
    common = PromoteArithmetic(rules, ArithmeticOp::Mul, common, operand);
  }
  if (!any_float || common.type == kFloat64) {
    return {kFloat64, common.weak};
  }
  return {kFloat32, common.weak};
}

namespace {

// Of integers: Numba's table knows no rule that would say which floats hold which integers exactly.
Conversion RankIntegerToFloat(TypeId from, TypeId element) {
  const bool is_small = scalar_bits(from) <= (IsSigned(from) ? 16 : 8);
  const bool is_tiny = scalar_bits(from) <= 8 && IsSigned(from);
  const unsigned bits = scalar_bits(element);
  return bits == 64 || (bits == 32 && is_small) || (bits == 16 && is_tiny) ? Conversion::Safe
                                                                           : Conversion::Unsafe;
}

Conversion RankIntegers(TypeId from, TypeId to) {
  const bool widens = scalar_bits(to) > scalar_bits(from);
  if (!widens || (IsSigned(from) && IsUnsigned(to))) {
    return Conversion::Unsafe;
  }
  return IsSigned(from) == IsSigned(to) ? Conversion::Promote : Conversion::Safe;
}

}  // namespace

Conversion RankConversion(TypeId from, TypeId to) {
  if (from == to) {
    return Conversion::Exact;
  }
  if (IsFloat8(from) || IsFloat8(to)) {
    return CanConvert(from, to) ? Conversion::Unsafe : Conversion::None;
  }
  if (IsComplex(from)) {
    return !IsComplex(to)                              ? Conversion::None
           : scalar_bits(to) > scalar_bits(from) ? Conversion::Promote
                                                       : Conversion::Unsafe;
  }
  if (IsBool(from) || IsBool(to)) {
    return IsBool(from) ? Conversion::Safe : Conversion::Unsafe;
  }
  const TypeId element = IsComplex(to) ? ComplexElement(to) : to;
  if (IsInteger(from)) {
    return IsInteger(to) ? RankIntegers(from, to) : RankIntegerToFloat(from, element);
  }
  if (IsInteger(to)) {
    return Conversion::Unsafe;
  }
  if (IsComplex(to)) {
    return scalar_bits(element) >= scalar_bits(from) ? Conversion::Safe : Conversion::Unsafe;
  }
  return scalar_bits(to) > scalar_bits(from) ? Conversion::Promote : Conversion::Unsafe;
}

bool CanConvert(TypeId from, TypeId to) {
  if (IsFloat8(from) || IsFloat8(to)) {
    const TypeId other = IsFloat8(from) ? to : from;
    return from == to || IsFloat8(other) || (IsScalar(other) && !IsComplex(other));
  }
  return IsScalar(from) && IsScalar(to) && (!IsComplex(from) || IsComplex(to));
}

}  // namespace kernelc::types
