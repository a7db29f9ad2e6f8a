#include "compiler/host/objects/integer.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>
#include <llvm/ADT/SmallString.h>

#include <cmath>
#include <functional>

namespace kernelc::host {
namespace {

using llvm::APInt;

APInt Widened(const APInt& value, unsigned bits) { return value.sext(bits); }

void CheckBits(Context& c, std::uint64_t bits) {
  GiveUpIf(c, bits > kMostIntegerBits, "is an integer of too many digits");
}

std::optional<APInt> Power(APInt value, std::uint64_t rest) {
  if (value.getSignificantBits() > 2 && value.getSignificantBits() * rest > kMostIntegerBits) {
    return std::nullopt;
  }
  APInt result(64, 1);
  while (rest != 0) {
    if ((rest & 1) != 0) {
      const unsigned bits = result.getBitWidth() + value.getBitWidth();
      result = Widened(result, bits) * Widened(value, bits);
      result = result.sextOrTrunc(std::max(64u, result.getSignificantBits() + 1));
    }
    rest >>= 1;
    if (rest != 0) {
      const unsigned bits = value.getBitWidth() * 2;
      value = Widened(value, bits) * Widened(value, bits);
      value = value.sextOrTrunc(std::max(64u, value.getSignificantBits() + 1));
    }
  }
  return result;
}

std::optional<APInt> ShiftLeft(const APInt& value, std::uint64_t count) {
  if (value.isZero()) {
    return value;
  }
  if (count + value.getBitWidth() > kMostIntegerBits) {
    return std::nullopt;
  }
  return Widened(value, value.getBitWidth() + static_cast<unsigned>(count) + 1)
      .shl(static_cast<unsigned>(count));
}

// Rounds to minus infinity, as Python does.
APInt Divide(APInt x, APInt y, bool quotient) {
  const unsigned bits = std::max(x.getBitWidth(), y.getBitWidth()) + 1;
  x = Widened(x, bits);
  y = Widened(y, bits);
  APInt whole = x.sdiv(y);
  APInt rest = x.srem(y);
  if (!rest.isZero() && rest.isNegative() != y.isNegative()) {
    whole -= 1;
    rest += y;
  }
  return quotient ? whole : rest;
}

// Undefined for other operations, and where the result is larger.
Value SmallOperation(ast::BinaryOperator op, std::int64_t a, std::int64_t b) {
  using ast::BinaryOperator;
  std::int64_t result = 0;
  if (op == BinaryOperator::Add || op == BinaryOperator::Sub || op == BinaryOperator::Mult) {
    const bool overflows = op == BinaryOperator::Add   ? __builtin_add_overflow(a, b, &result)
                           : op == BinaryOperator::Sub ? __builtin_sub_overflow(a, b, &result)
                                                       : __builtin_mul_overflow(a, b, &result);
    return overflows ? Value() : Value::Int(result);
  }
  return op == BinaryOperator::BitAnd   ? Value::Int(a & b)
         : op == BinaryOperator::BitOr  ? Value::Int(a | b)
         : op == BinaryOperator::BitXor ? Value::Int(a ^ b)
                                        : Value();
}

}  // namespace

bool IsInteger(const Value& value) { return value.is_small_int() || value.is(Kind::BigInt); }

Value PlainNumber(const Value& value) {
  const bool is_wrapped =
      value.is(Kind::Instance) && value.items().size() == 1 && !value.object->state.top;
  return is_wrapped ? value.items()[0] : value;
}

APInt ToBig(const Value& integer) {
  return integer.is_small_int() ? APInt(64, static_cast<std::uint64_t>(integer.integer), true)
                                : integer.As<Integer>().value;
}

Value FromBig(Context& c, const APInt& value) {
  const unsigned bits = value.getSignificantBits();
  if (bits <= 64) {
    return Value::Int(value.sextOrTrunc(64).getSExtValue());
  }
  GiveUpIf(c, c.compiled > 0, "is an integer of more than 64 bits in a compiled function");
  CheckBits(c, bits);
  return c.heap.With<Integer>(Kind::BigInt, value.sextOrTrunc(bits));
}

Value IntegerOfText(Context& c, std::string_view digits, unsigned base) {
  CheckBits(c, digits.size() * 5 + 2);
  const llvm::StringRef text(digits);
  std::int64_t small = 0;
  if (!text.starts_with("-") && !text.getAsInteger(base, small)) {
    return Value::Int(small);
  }
  APInt value;
  RaiseIf(c, text.getAsInteger(base, value), "ValueError", "is no integer");
  return FromBig(c, value.zext(value.getBitWidth() + 1));
}

std::string IntegerText(const Value& integer, unsigned base) {
  llvm::SmallString<64> text;
  ToBig(integer).toString(text, base, true, false, false);
  return text.str().str();
}

double ToDouble(Context& c, const Value& number) {
  if (number.is_float()) {
    return number.real;
  }
  if (number.is_small_int()) {
    return static_cast<double>(number.integer);
  }
  GiveUpIf(c, !number.is(Kind::BigInt), "is a number of something that is not followed");
  llvm::APFloat value(llvm::APFloat::IEEEdouble());
  value.convertFromAPInt(number.As<Integer>().value, true, llvm::APFloat::rmNearestTiesToEven);
  RaiseIf(c, value.isInfinity(), "OverflowError", "int too large to convert to float");
  return value.convertToDouble();
}

Value IntegerOfDouble(Context& c, double value) {
  RaiseIf(c, std::isnan(value), "ValueError", "cannot convert float NaN to integer");
  RaiseIf(c, std::isinf(value), "OverflowError", "cannot convert float infinity to integer");
  constexpr double kLimit = 9.2e18;
  if (std::fabs(value) < kLimit) {
    return Value::Int(static_cast<std::int64_t>(value));
  }
  llvm::APSInt whole(1100, false);
  bool is_exact = false;
  llvm::APFloat(value).convertToInteger(whole, llvm::APFloat::rmTowardZero, &is_exact);
  return FromBig(c, whole);
}

std::optional<APInt> IntegerOperation(ast::BinaryOperator op, const APInt& a, const APInt& b) {
  // In as many bits as a product takes, which hold every sum and every bit.
  const auto computed = [&](auto operation) {
    const unsigned bits = a.getBitWidth() + b.getBitWidth() + 1;
    return std::optional(operation(Widened(a, bits), Widened(b, bits)));
  };
  const bool is_count = !b.isNegative() && b.getActiveBits() < 64;
  switch (op) {
    case ast::BinaryOperator::Add:
      return computed(std::plus());
    case ast::BinaryOperator::Sub:
      return computed(std::minus());
    case ast::BinaryOperator::Mult:
      return computed(std::multiplies());
    case ast::BinaryOperator::BitAnd:
      return computed(std::bit_and());
    case ast::BinaryOperator::BitOr:
      return computed(std::bit_or());
    case ast::BinaryOperator::BitXor:
      return computed(std::bit_xor());
    case ast::BinaryOperator::FloorDiv:
    case ast::BinaryOperator::Mod:
      return b.isZero() ? std::nullopt
                        : std::optional(Divide(a, b, op == ast::BinaryOperator::FloorDiv));
    case ast::BinaryOperator::LShift:
      return is_count ? ShiftLeft(a, b.getZExtValue()) : std::nullopt;
    case ast::BinaryOperator::RShift:
      return is_count ? std::optional(a.ashr(static_cast<unsigned>(
                            std::min<std::uint64_t>(b.getZExtValue(), a.getBitWidth() - 1))))
                      : std::nullopt;
    case ast::BinaryOperator::Pow:
      return is_count ? Power(a, b.getZExtValue()) : std::nullopt;
    case ast::BinaryOperator::Div:
    case ast::BinaryOperator::MatMult:
      return std::nullopt;
  }
  return std::nullopt;
}

Value IntegerOperation(Context& c, ast::BinaryOperator op, const Value& a, const Value& b) {
  using ast::BinaryOperator;
  if (a.is_small_int() && b.is_small_int()) {
    if (const Value small = SmallOperation(op, a.integer, b.integer); !small.is_undefined()) {
      const bool is_bitwise = op == BinaryOperator::BitAnd || op == BinaryOperator::BitOr ||
                              op == BinaryOperator::BitXor;
      return is_bitwise && a.is_bool() && b.is_bool() ? Value::Bool(small.integer != 0) : small;
    }
  }
  const bool is_shift = op == BinaryOperator::LShift || op == BinaryOperator::RShift;
  RaiseIf(c,
          (op == BinaryOperator::FloorDiv || op == BinaryOperator::Mod) && b.is_small_int() &&
              b.integer == 0,
          "ZeroDivisionError", "integer division or modulo by zero");
  RaiseIf(c, is_shift && IsNegative(b), "ValueError", "negative shift count");
  if (op == BinaryOperator::Div || op == BinaryOperator::MatMult ||
      (op == BinaryOperator::Pow && IsNegative(b))) {
    return Value();
  }
  const std::optional<APInt> result = IntegerOperation(op, ToBig(a), ToBig(b));
  GiveUpIf(c, !result, "is an integer of too many digits");
  return FromBig(c, *result);
}

int CompareIntegers(const Value& a, const Value& b) {
  if (a.is_small_int() && b.is_small_int()) {
    return a.integer < b.integer ? -1 : a.integer > b.integer ? 1 : 0;
  }
  APInt x = ToBig(a);
  APInt y = ToBig(b);
  const unsigned bits = std::max(x.getBitWidth(), y.getBitWidth());
  x = Widened(x, bits);
  y = Widened(y, bits);
  return x.slt(y) ? -1 : x == y ? 0 : 1;
}

bool IsNegative(const Value& integer) {
  return integer.is_small_int() ? integer.integer < 0 : integer.As<Integer>().value.isNegative();
}

Value MakeComplex(Context& c, double real, double imag) {
  return c.heap.With<ComplexNumber>(Kind::Complex, real, imag);
}

}  // namespace kernelc::host
