// Numbers of Python and NumPy, and their bytes as elements of arrays.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "compiler/ast/ast.h"
#include "runtime/abi/arg_type.h"

namespace kernelc::host {

// Holds every integer of NumPy, and products of two of them.
__extension__ typedef __int128 Wide;

enum class NumberKind : std::uint8_t { Bool, Int, Float, Complex };

// Integers are exact to 127 bits; operations that need more give none.
struct Number {
  NumberKind kind = NumberKind::Int;
  Wide integer = 0;
  double real = 0.0;
  double imag = 0.0;

  static Number Bool(bool value) { return {NumberKind::Bool, value ? 1 : 0, 0.0, 0.0}; }
  static Number Int(Wide value) { return {NumberKind::Int, value, 0.0, 0.0}; }
  static Number Float(double value) { return {NumberKind::Float, 0, value, 0.0}; }
  static Number Complex(double real, double imag) { return {NumberKind::Complex, 0, real, imag}; }

  bool is_integral() const { return kind == NumberKind::Bool || kind == NumberKind::Int; }
  // The real part as a double.
  double as_double() const { return is_integral() ? static_cast<double>(integer) : real; }
  // Of floats and complex numbers.
  bool is_nan() const { return std::isnan(real) || std::isnan(imag); }
  bool truth() const { return integer != 0 || real != 0.0 || imag != 0.0; }
};

// The sum, difference, product or quotient as CPython computes them; nothing for other operations,
// and a divisor of zero.
std::optional<Number> ComplexOperation(ast::BinaryOperator op, const Number& a, const Number& b);

// Quotient and rest of floats as Python and NumPy compute them; the quotient by zero is C's.
template <typename T>
std::pair<T, T> DivMod(T a, T b) {
  T rest = std::fmod(a, b);
  if (b == 0) {
    return {a / b, rest};
  }
  T quotient = (a - rest) / b;
  if (rest == 0) {
    rest = std::copysign(T(0), b);
  } else if ((b < 0) != (rest < 0)) {
    rest += b;
    quotient -= 1;
  }
  const T whole = std::floor(quotient);
  return {quotient == 0            ? std::copysign(T(0), a / b)
          : quotient - whole > 0.5 ? whole + 1
                                   : whole,
          rest};
}

// Arithmetic with Python's semantics (fold.cpp). None where Python raises (division by zero, wrong
// types), and where the result needs more bits than are kept.
std::optional<Number> FoldBinary(ast::BinaryOperator op, const Number& left, const Number& right);
std::optional<Number> FoldUnary(ast::UnaryOperator op, const Number& operand);
// Comparisons of value; `is` and `in` are the caller's.
std::optional<bool> FoldCompare(ast::CompareOperator op, const Number& left, const Number& right);
// The value of the floating-point type that is nearest to `value`, of two the even one; an infinity
// beyond its range.
double RoundFloat(double value, abi::ScalarKind kind);
// `number` as a NumPy scalar of this kind holds it; none where NumPy raises.
std::optional<Number> CastNumber(const Number& number, abi::ScalarKind kind);
// int(number); none where Python raises.
std::optional<Number> Truncated(const Number& number);

// The element of this type whose bytes stand there, and what puts a number there as a cast between
// arrays does: integers wrap, floats are rounded; of a float that becomes an integer the caller
// sees to it that it is one.
Number LoadNumber(abi::ScalarKind kind, const char* place);
void StoreNumber(abi::ScalarKind kind, char* place, const Number& number);

}  // namespace kernelc::host
