// math and cmath: functions of doubles, as the C library has them.
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "compiler/host/arrays/array_ufuncs.h"
#include "compiler/host/library/natives.h"

namespace kernelc::host {
namespace {

// As Python reports what C's functions do at the ends of their domains.
Value Checked(Context& c, double result, bool had_finite_operands, bool overflows) {
  RaiseIf(c, std::isnan(result) && had_finite_operands, "ValueError", "math domain error");
  if (std::isinf(result) && had_finite_operands) {
    RaiseIf(c, overflows, "OverflowError", "math range error");
    RaiseError(c, "ValueError", "math domain error");
  }
  return Value::Float(result);
}

Value LogOf(Context& c, const Value& value, double (*function)(double)) {
  GiveUpIf(c, value.is(Kind::BigInt) && value.As<Integer>().value.getSignificantBits() > 1000,
           "logarithms of integers that no double holds are not followed");
  const double x = Take(c, value, Type<double>());
  RaiseIf(c, x <= 0, "ValueError", "math domain error");
  return Value::Float(function(x));
}

std::complex<double> ComplexOf(Context& c, const Value& value) {
  if (value.is(Kind::Complex)) {
    return {value.As<ComplexNumber>().real, value.As<ComplexNumber>().imag};
  }
  return {Take(c, value, Type<double>()), 0.0};
}

// Where Python says that the result overflows; of the others, that the argument is outside of the
// domain.
constexpr std::string_view kOverflowing[] = {"cosh", "exp", "exp2", "expm1", "sinh"};

}  // namespace

KC_NATIVE(MathReal, Called name, double x) {
  // NumPy calls acos arccos.
  const UfuncInfo* ufunc =
      FindUfunc(name.starts_with("a") ? "arc" + std::string(name.substr(1)) : std::string(name));
  const double result =
      ufunc != nullptr ? ufunc->body(c, abi::ScalarKind::Float64, Number::Float(x), Number()).real
      : name == "erf"  ? std::erf(x)
                       : std::erfc(x);
  // NaN of an infinity is an error as well, as of sin(inf).
  return Checked(c, result, std::isnan(result) ? !std::isnan(x) : std::isfinite(x),
                 llvm::is_contained(kOverflowing, name));
}

KC_NATIVE(MathPair, Called name, double x, double y) {
  const double result = name == "atan2"       ? std::atan2(x, y)
                        : name == "copysign"  ? std::copysign(x, y)
                        : name == "fmod"      ? std::fmod(x, y)
                        : name == "nextafter" ? std::nextafter(x, y)
                                              : std::remainder(x, y);
  const bool finite =
      std::isnan(result) ? !std::isnan(x) && !std::isnan(y) : std::isfinite(x) && std::isfinite(y);
  return Checked(c, result, finite, true);
}

KC_NATIVE(MathUlp, double x) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double above = std::nextafter(std::abs(x), kInfinity);
  return Value::Float(!std::isfinite(x)   ? std::abs(x)
                      : std::isinf(above) ? std::abs(x) - std::nextafter(std::abs(x), 0)
                                          : above - std::abs(x));
}

// frexp, modf
KC_NATIVE(MathParts, Called name, double x) {
  if (name == "modf") {
    double whole = 0;
    const double part = std::modf(x, &whole);
    return c.heap.Tuple({Value::Float(part), Value::Float(whole)});
  }
  int exponent = 0;
  const double mantissa = std::isfinite(x) ? std::frexp(x, &exponent) : x;
  return c.heap.Tuple({Value::Float(mantissa), Value::Int(exponent)});
}

KC_NATIVE(MathScaled, double x, std::int64_t i) {
  const int exponent = static_cast<int>(std::clamp<std::int64_t>(i, -10'000, 10'000));
  return Checked(c, std::ldexp(x, exponent), std::isfinite(x), true);
}

KC_NATIVE(CmathFunction, Called name, Value z) {
  const std::complex<double> result =
      name == "exp" ? std::exp(ComplexOf(c, z)) : std::sqrt(ComplexOf(c, z));
  GiveUpIf(c, !std::isfinite(result.real()) || !std::isfinite(result.imag()),
           "special values of complex functions are not followed");
  return MakeComplex(c, result.real(), result.imag());
}

KC_NATIVE(CmathPhase, Value z) { return Value::Float(std::arg(ComplexOf(c, z))); }

KC_NATIVE(MathTest, Called name, double x) {
  return Value::Bool(name == "isnan"   ? std::isnan(x)
                     : name == "isinf" ? std::isinf(x)
                                       : std::isfinite(x));
}

// floor, ceil and trunc: integers, or what the object's own method gives.
KC_NATIVE(MathWhole, Called name, Value value) {
  if (IsInteger(PlainNumber(value))) {
    return value.is_bool() ? Value::Int(value.integer) : PlainNumber(value);
  }
  if (value.is(Kind::Instance)) {
    const Value own = CallSpecial(c, value, fmt::format("__{}__", std::string_view(name)), {});
    if (!own.is_undefined()) {
      return own;
    }
  }
  const double x = Take(c, value, Type<double>());
  return IntegerOfDouble(c, name == "floor"  ? std::floor(x)
                            : name == "ceil" ? std::ceil(x)
                                             : std::trunc(x));
}

// log2 and log10
KC_NATIVE(MathLogOfBase, Called name, Value x) {
  double (*const log2)(double) = std::log2;
  double (*const log10)(double) = std::log10;
  return LogOf(c, x, name == "log2" ? log2 : log10);
}

KC_NATIVE(MathLog, Value x, Given base) {
  const Value result = LogOf(c, x, std::log);
  if (base.is_undefined()) {
    return result;
  }
  const Value divisor = LogOf(c, base, std::log);
  RaiseIf(c, divisor.real == 0, "ZeroDivisionError", "division by zero");
  return Value::Float(result.real / divisor.real);
}

KC_NATIVE(MathPow, double x, double y) {
  RaiseIf(c, x == 0 && y < 0 && std::isfinite(y), "ValueError", "math domain error");
  return Checked(c, std::pow(x, y), std::isfinite(x) && std::isfinite(y), true);
}

// Of whole numbers, whose results are exact; Python computes others in its own way.
KC_NATIVE(MathGamma, double x) {
  RaiseIf(c, x <= 0 && x == std::floor(x), "ValueError", "math domain error");
  GiveUpIf(c, x != std::floor(x) || !(x >= 1 && x <= 23),
           "is a gamma function of more than a small whole number");
  double product = 1;
  for (double factor = 2; factor < x; ++factor) {
    product *= factor;
  }
  return Value::Float(product);
}

KC_NATIVE(MathAngle, Called name, double x) {
  return Value::Float(x * (name == "degrees" ? 180.0 / M_PI : M_PI / 180.0));
}

// Rounded once: wide numbers hold the squares and their sum nearly exactly.
KC_NATIVE(MathHypot, Rest sides) {
  long double squares = 0;
  bool is_infinite = false;
  for (const Value& side : sides) {
    const double x = Take(c, side, Type<double>());
    is_infinite = is_infinite || std::isinf(x);
    squares += static_cast<long double>(x) * static_cast<long double>(x);
  }
  return Value::Float(is_infinite ? std::numeric_limits<double>::infinity()
                                  : static_cast<double>(std::sqrt(squares)));
}

KC_NATIVE(MathDistance, ValueList p, ValueList q) {
  RaiseIf(c, p.size() != q.size(), "ValueError",
          "both points must have the same number of dimensions");
  ValueList sides;
  for (std::size_t i = 0; i < p.size(); ++i) {
    sides.push_back(Value::Float(Take(c, p[i], Type<double>()) - Take(c, q[i], Type<double>())));
  }
  return MathHypot(c, {sides, {}});
}

KC_NATIVE(MathIsClose, double a, double b, Named<std::optional<double>> rel_tol,
          Named<std::optional<double>> abs_tol) {
  const double relative = rel_tol.value_or(1e-09);
  const double absolute = abs_tol.value_or(0.0);
  RaiseIf(c, relative < 0 || absolute < 0, "ValueError", "tolerances must be non-negative");
  if (a == b || !std::isfinite(a) || !std::isfinite(b)) {
    return Value::Bool(a == b);
  }
  const double difference = std::abs(b - a);
  return Value::Bool(difference <= std::abs(relative * b) || difference <= std::abs(relative * a) ||
                     difference <= absolute);
}

// gcd and lcm
KC_NATIVE(MathDivisor, Called name, Rest integers) {
  using ast::BinaryOperator;
  Value result = Value::Int(name == "gcd" ? 0 : 1);
  for (const Value& given : integers) {
    Value number = given.is(Kind::Scalar) ? ScalarNumber(c, given) : PlainNumber(given);
    number = IsInteger(number) ? number : Call(c, GetAttribute(c, given, "__index__"), Arguments());
    GiveUpIf(c, !IsInteger(number), "is no integer that is followed");
    const Value sides[] = {number};
    const Value each = BuiltinAbs(c, {sides, {}});
    Value a = result;
    for (Value b = each; Truth(c, b);) {
      Step(c);
      a = std::exchange(b, Binary(c, BinaryOperator::Mod, a, b));
    }
    result = name == "gcd" ? a
             : Truth(c, a) ? Binary(c, BinaryOperator::Mult,
                                    Binary(c, BinaryOperator::FloorDiv, result, a), each)
                           : a;
  }
  return result;
}

}  // namespace kernelc::host
