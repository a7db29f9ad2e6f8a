// Python's numbers: integers of any size and complex numbers.
#pragma once

#include <llvm/ADT/APInt.h>

#include <optional>
#include <string>
#include <string_view>

#include "compiler/host/interpreter/context.h"

namespace kernelc::host {

// Payload of Kind::BigInt: signed, of the least width.
struct Integer : Payload {
  explicit Integer(llvm::APInt the_value) : value(std::move(the_value)) {}
  llvm::APInt value;
};

// Payload of Kind::Complex.
struct ComplexNumber : Payload {
  ComplexNumber(double the_real, double the_imag) : real(the_real), imag(the_imag) {}
  double real;
  double imag;
};

// Integers of more bits are not followed.
inline constexpr unsigned kMostIntegerBits = 1u << 16;

// An int, a bool or a big one; not an object of a subclass.
bool IsInteger(const Value& value);
// `value` itself, or the number of an object of a subclass of int, float or complex.
Value PlainNumber(const Value& value);
llvm::APInt ToBig(const Value& integer);
Value FromBig(Context& c, const llvm::APInt& value);
// Digits without sign or prefix; raises ValueError.
Value IntegerOfText(Context& c, std::string_view digits, unsigned base);
std::string IntegerText(const Value& integer, unsigned base = 10);
// Rounds to the nearest; raises OverflowError.
double ToDouble(Context& c, const Value& number);
// Truncates; raises for infinities and NaN.
Value IntegerOfDouble(Context& c, double value);
// The result of a whole operation; none where Python raises, where it is no integer, and where it
// has too many digits.
std::optional<llvm::APInt> IntegerOperation(ast::BinaryOperator op, const llvm::APInt& a,
                                            const llvm::APInt& b);
// The same in a run: raises what Python does; undefined for those whose result is no integer (`/`,
// `**` with a negative exponent).
Value IntegerOperation(Context& c, ast::BinaryOperator op, const Value& a, const Value& b);
// -1, 0 or 1.
int CompareIntegers(const Value& a, const Value& b);
bool IsNegative(const Value& integer);
Value MakeComplex(Context& c, double real, double imag);

}  // namespace kernelc::host
