// Arithmetic of numbers apart from a run, for constants of kernels.
#include <cmath>
#include <functional>

#include "compiler/host/objects/integer.h"
#include "compiler/host/objects/number.h"
#include "compiler/host/objects/operations.h"

namespace kernelc::host {
namespace {

using ast::BinaryOperator;
using ast::CompareOperator;
using ast::UnaryOperator;

// Float to integer conversions are exact below this.
constexpr double kIntegerLimit = 1.7e38;

llvm::APInt BigOf(Wide value) {
  return llvm::APInt(128, static_cast<std::uint64_t>(value >> 64)).shl(64) |
         static_cast<std::uint64_t>(value);
}

std::optional<Number> FoldIntegers(BinaryOperator op, const Number& left, const Number& right) {
  if (op == BinaryOperator::Div || (op == BinaryOperator::Pow && right.integer < 0)) {
    return FoldBinary(op, Number::Float(left.as_double()), Number::Float(right.as_double()));
  }
  const std::optional<llvm::APInt> result =
      IntegerOperation(op, BigOf(left.integer), BigOf(right.integer));
  if (!result || result->getSignificantBits() > 127) {
    return std::nullopt;
  }
  const llvm::APInt wide = result->sextOrTrunc(128);
  const Wide integer =
      static_cast<Wide>(wide.getRawData()[1]) << 64 | static_cast<Wide>(wide.getRawData()[0]);
  const bool is_bool =
      left.kind == NumberKind::Bool && right.kind == NumberKind::Bool &&
      (op == BinaryOperator::BitAnd || op == BinaryOperator::BitOr || op == BinaryOperator::BitXor);
  return is_bool ? Number::Bool(integer != 0) : Number::Int(integer);
}

std::optional<Number> FoldFloats(BinaryOperator op, double left, double right) {
  if (op == BinaryOperator::Add || op == BinaryOperator::Sub || op == BinaryOperator::Mult) {
    return Number::Float(op == BinaryOperator::Add   ? left + right
                         : op == BinaryOperator::Sub ? left - right
                                                     : left * right);
  }
  if (op == BinaryOperator::Pow) {
    const double result = std::pow(left, right);
    const bool raises = (left == 0.0 && right < 0.0) || (std::isnan(result) && left < 0.0);
    return raises ? std::nullopt : std::optional(Number::Float(result));
  }
  if (right == 0.0) {
    return std::nullopt;
  }
  return op == BinaryOperator::Div        ? std::optional(Number::Float(left / right))
         : op == BinaryOperator::FloorDiv ? std::optional(Number::Float(DivMod(left, right).first))
         : op == BinaryOperator::Mod      ? std::optional(Number::Float(DivMod(left, right).second))
                                          : std::nullopt;
}

}  // namespace

std::optional<Number> FoldBinary(BinaryOperator op, const Number& left, const Number& right) {
  if (left.kind == NumberKind::Complex || right.kind == NumberKind::Complex) {
    return ComplexOperation(op, left, right);
  }
  if (left.is_integral() && right.is_integral()) {
    return FoldIntegers(op, left, right);
  }
  return FoldFloats(op, left.as_double(), right.as_double());
}

std::optional<Number> FoldUnary(UnaryOperator op, const Number& operand) {
  if (op == UnaryOperator::Not) {
    return Number::Bool(!operand.truth());
  }
  if (operand.is_integral()) {
    return Number::Int(op == UnaryOperator::Invert ? ~operand.integer
                       : op == UnaryOperator::USub ? -operand.integer
                                                   : operand.integer);
  }
  return op == UnaryOperator::Invert ? std::nullopt
         : op == UnaryOperator::USub
             ? std::optional(Number{operand.kind, 0, -operand.real, -operand.imag})
             : std::optional(operand);
}

std::optional<bool> FoldCompare(ast::CompareOperator op, const Number& left, const Number& right) {
  const Comparison* comparison = FindComparison(op);
  const bool is_complex = left.kind == NumberKind::Complex || right.kind == NumberKind::Complex;
  const bool is_order = op != CompareOperator::Eq && op != CompareOperator::NotEq;
  if (comparison == nullptr || (is_complex && is_order)) {
    return std::nullopt;
  }
  const auto holds = [&](const auto& a, const auto& b) {
    // Beside a NaN, there is no order.
    return a < b    ? comparison->holds[0]
           : a == b ? comparison->holds[1]
           : a > b  ? comparison->holds[2]
                    : op == CompareOperator::NotEq;
  };
  if (is_complex && left.imag != right.imag) {
    return op == CompareOperator::NotEq;
  }
  return left.is_integral() && right.is_integral() ? holds(left.integer, right.integer)
                                                   : holds(left.as_double(), right.as_double());
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
  StoreNumber(kind, bytes, *stored);
  return LoadNumber(kind, bytes);
}

std::optional<Number> Truncated(const Number& number) {
  if (number.kind == NumberKind::Complex) {
    return std::nullopt;
  }
  if (number.is_integral()) {
    return Number::Int(number.integer);
  }
  return std::fabs(number.real) < kIntegerLimit
             ? std::optional(Number::Int(static_cast<Wide>(number.real)))
             : std::nullopt;
}

}  // namespace kernelc::host
