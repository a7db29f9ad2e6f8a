#include "compiler/constants/fold.h"

#include <cmath>

namespace kernelc::constants {
namespace {

using ast::BinaryOperator;
using ast::CompareOperator;
using ast::UnaryOperator;

constexpr int kMaxShift = 126;
constexpr Int128 kMaxExponent = 1 << 16;

// Float to integer conversions are exact below this.
constexpr double kIntegerLimit = 1.7e38;

Int128 FloorDivide(Int128 left, Int128 right) {
  Int128 quotient = left / right;
  if (left % right != 0 && (left < 0) != (right < 0)) {
    --quotient;
  }
  return quotient;
}

std::optional<Number> IntegerPower(Int128 base, Int128 exponent) {
  if (exponent < 0) {
    if (base == 0 || exponent < -kMaxExponent) {
      return std::nullopt;
    }
    return Number::Float(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
  }
  Int128 result = 1;
  while (exponent > 0) {
    if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) {
      return std::nullopt;
    }
    exponent >>= 1;
    if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) {
      return std::nullopt;
    }
  }
  return Number::Int(result);
}

std::optional<Number> FoldBits(BinaryOperator op, const Number& left, const Number& right) {
  const bool both_bool = left.kind == NumberKind::Bool && right.kind == NumberKind::Bool;
  Int128 result = 0;
  if (op == BinaryOperator::BitAnd) {
    result = left.integer & right.integer;
  } else if (op == BinaryOperator::BitOr) {
    result = left.integer | right.integer;
  } else {
    result = left.integer ^ right.integer;
  }
  return both_bool ? Number::Bool(result != 0) : Number::Int(result);
}

std::optional<Number> FoldIntegers(BinaryOperator op, const Number& left_number,
                                   const Number& right_number) {
  const Int128 left = left_number.integer;
  const Int128 right = right_number.integer;
  Int128 result = 0;
  const auto unless = [&](bool overflows) {
    return overflows ? std::nullopt : std::optional(Number::Int(result));
  };
  switch (op) {
    case BinaryOperator::Add:
      return unless(__builtin_add_overflow(left, right, &result));
    case BinaryOperator::Sub:
      return unless(__builtin_sub_overflow(left, right, &result));
    case BinaryOperator::Mult:
      return unless(__builtin_mul_overflow(left, right, &result));
    case BinaryOperator::Div:
      return right == 0 ? std::nullopt
                        : std::optional(Number::Float(static_cast<double>(left) /
                                                      static_cast<double>(right)));
    case BinaryOperator::FloorDiv:
      return right == 0 ? std::nullopt : std::optional(Number::Int(FloorDivide(left, right)));
    case BinaryOperator::Mod:
      return right == 0 ? std::nullopt
                        : std::optional(Number::Int(left - FloorDivide(left, right) * right));
    case BinaryOperator::Pow:
      return IntegerPower(left, right);
    case BinaryOperator::LShift:
      return unless(right < 0 || right > kMaxShift ||
                    __builtin_mul_overflow(left, Int128(1) << static_cast<int>(right), &result));
    case BinaryOperator::RShift:
      if (right < 0) {
        return std::nullopt;
      }
      return Number::Int(left >> static_cast<int>(right > kMaxShift ? kMaxShift : right));
    case BinaryOperator::BitOr:
    case BinaryOperator::BitXor:
    case BinaryOperator::BitAnd:
      return FoldBits(op, left_number, right_number);
    case BinaryOperator::MatMult:
      return std::nullopt;
  }
  return std::nullopt;
}

double FloatMod(double left, double right) {
  double result = std::fmod(left, right);
  if (result != 0.0 && (right < 0.0) != (result < 0.0)) {
    result += right;
  } else if (result == 0.0) {
    result = std::copysign(0.0, right);
  }
  return result;
}

std::optional<Number> FoldFloats(BinaryOperator op, double left, double right) {
  switch (op) {
    case BinaryOperator::Add:
      return Number::Float(left + right);
    case BinaryOperator::Sub:
      return Number::Float(left - right);
    case BinaryOperator::Mult:
      return Number::Float(left * right);
    case BinaryOperator::Div:
      return right == 0.0 ? std::nullopt : std::optional(Number::Float(left / right));
    case BinaryOperator::FloorDiv:
      return right == 0.0 ? std::nullopt
                          : std::optional(Number::Float(
                                std::floor((left - FloatMod(left, right)) / right + 0.25)));
    case BinaryOperator::Mod:
      return right == 0.0 ? std::nullopt : std::optional(Number::Float(FloatMod(left, right)));
    case BinaryOperator::Pow: {
      const double result = std::pow(left, right);
      const bool raises = (left == 0.0 && right < 0.0) || (std::isnan(result) && left < 0.0);
      return raises ? std::nullopt : std::optional(Number::Float(result));
    }
    case BinaryOperator::MatMult:
    case BinaryOperator::LShift:
    case BinaryOperator::RShift:
    case BinaryOperator::BitOr:
    case BinaryOperator::BitXor:
    case BinaryOperator::BitAnd:
      break;
  }
  return std::nullopt;
}

std::optional<Number> FromDouble(double value) {
  if (!(std::fabs(value) < kIntegerLimit)) {
    return std::nullopt;
  }
  return Number::Int(static_cast<Int128>(value));
}

template <typename T>
std::optional<bool> CompareValues(CompareOperator op, T left, T right) {
  switch (op) {
    case CompareOperator::Eq:
      return left == right;
    case CompareOperator::NotEq:
      return left != right;
    case CompareOperator::Lt:
      return left < right;
    case CompareOperator::LtE:
      return left <= right;
    case CompareOperator::Gt:
      return left > right;
    case CompareOperator::GtE:
      return left >= right;
    case CompareOperator::Is:
    case CompareOperator::IsNot:
    case CompareOperator::In:
    case CompareOperator::NotIn:
      break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Number> FoldBinary(BinaryOperator op, const Number& left, const Number& right) {
  if (left.kind == NumberKind::Complex || right.kind == NumberKind::Complex) {
    return host::ComplexOperation(op, left, right);
  }
  if (left.is_integral() && right.is_integral()) {
    return FoldIntegers(op, left, right);
  }
  return FoldFloats(op, left.as_double(), right.as_double());
}

std::optional<Number> FoldUnary(UnaryOperator op, const Number& operand) {
  switch (op) {
    case UnaryOperator::Not:
      return Number::Bool(!operand.truth());
    case UnaryOperator::Invert:
      return operand.is_integral() ? std::optional(Number::Int(~operand.integer)) : std::nullopt;
    case UnaryOperator::UAdd:
    case UnaryOperator::USub: {
      const bool negate = op == UnaryOperator::USub;
      if (operand.is_integral()) {
        return Number::Int(negate ? -operand.integer : operand.integer);
      }
      Number result = operand;
      if (negate) {
        result.real = -result.real;
        result.imag = -result.imag;
      }
      return result;
    }
  }
  return std::nullopt;
}

std::optional<bool> FoldCompare(CompareOperator op, const Number& left, const Number& right) {
  if (left.kind == NumberKind::Complex || right.kind == NumberKind::Complex) {
    const bool equal = left.as_double() == right.as_double() && left.imag == right.imag;
    if (op == CompareOperator::Eq || op == CompareOperator::NotEq) {
      return equal == (op == CompareOperator::Eq);
    }
    return std::nullopt;
  }
  if (left.is_integral() && right.is_integral()) {
    return CompareValues(op, left.integer, right.integer);
  }
  return CompareValues(op, left.as_double(), right.as_double());
}

double RoundFloat(double value, abi::ScalarKind kind) {
  return CastNumber(Number::Float(value), kind)->real;
}

std::optional<Number> CastNumber(const Number& number, abi::ScalarKind kind) {
  const abi::ScalarClass cls = abi::scalar_info(kind).cls;
  const bool is_integer = cls == abi::ScalarClass::Signed || cls == abi::ScalarClass::Unsigned;
  const bool loses_part = number.kind == NumberKind::Complex && cls != abi::ScalarClass::Complex &&
                          cls != abi::ScalarClass::Bool;
  const std::optional<Number> stored = is_integer ? Truncated(number) : number;
  if (cls == abi::ScalarClass::Float8 || loses_part || !stored) {
    return std::nullopt;
  }
  char bytes[16] = {};
  host::StoreNumber(kind, bytes, *stored);
  return host::LoadNumber(kind, bytes);
}

std::optional<Number> Truncated(const Number& number) {
  if (number.kind == NumberKind::Complex) {
    return std::nullopt;
  }
  return number.is_integral() ? Number::Int(number.integer) : FromDouble(std::trunc(number.real));
}

}  // namespace kernelc::constants
