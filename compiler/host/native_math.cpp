// math and cmath: functions of doubles, as the C library has them.
#include <cmath>
#include <complex>
#include <limits>

#include "compiler/host/array.h"
#include "compiler/host/natives.h"

namespace kernelc::host {
namespace {

double Real(Context& c, const Value& given) {
  const Value value = given.is(Kind::Scalar) ? ScalarNumber(c, given) : given;
  if (value.is_undefined()) {
    RaiseError(c, "TypeError", "missing required argument");
  }
  if (value.is(Kind::Instance) && !IsInteger(PlainNumber(value)) &&
      !PlainNumber(value).is_float()) {
    const Value number = CallSpecial(c, value, "__float__", {});
    if (number.is_float()) {
      return number.real;
    }
  }
  if (value.is(Kind::Str) || value.is_none() || value.is(Kind::List) || value.is(Kind::Tuple) ||
      value.is(Kind::Complex)) {
    RaiseError(c, "TypeError", "must be real number");
  }
  return ToDouble(c, value);
}

// As Python reports what C's functions do at the ends of their domains.
Value Checked(Context& c, double result, bool had_finite_operands, bool overflows) {
  if (std::isnan(result) && had_finite_operands) {
    RaiseError(c, "ValueError", "math domain error");
  }
  if (std::isinf(result) && had_finite_operands) {
    if (overflows) {
      RaiseError(c, "OverflowError", "math range error");
    }
    RaiseError(c, "ValueError", "math domain error");
  }
  return Value::Float(result);
}

Value One(Context& c, const Arguments& a, double (*function)(double), bool overflows) {
  if (a.size() != 1 || !a.keywords.empty()) {
    RaiseError(c, "TypeError", "takes exactly one argument");
  }
  const double x = Real(c, a.values[0]);
  const double result = function(x);
  // NaN of an infinity is an error as well, as of sin(inf).
  return Checked(c, result, std::isnan(result) ? !std::isnan(x) : std::isfinite(x), overflows);
}

Value Two(Context& c, const Arguments& a, double (*function)(double, double)) {
  if (a.size() != 2 || !a.keywords.empty()) {
    RaiseError(c, "TypeError", "expected 2 arguments");
  }
  const double x = Real(c, a.values[0]);
  const double y = Real(c, a.values[1]);
  const double result = function(x, y);
  const bool finite =
      std::isnan(result) ? !std::isnan(x) && !std::isnan(y) : std::isfinite(x) && std::isfinite(y);
  return Checked(c, result, finite, true);
}

Value Test(Context& c, const Arguments& a, bool (*test)(double)) {
  if (a.size() != 1) {
    RaiseError(c, "TypeError", "takes exactly one argument");
  }
  return Value::Bool(test(Real(c, a.values[0])));
}

// floor, ceil and trunc: integers, or what the object's own method gives.
Value ToWhole(Context& c, const Arguments& a, double (*function)(double), std::string_view method) {
  const Value value = a.Get(0, "x");
  if (IsInteger(PlainNumber(value))) {
    return value.is_bool() ? Value::Int(value.integer) : PlainNumber(value);
  }
  if (value.is_object() && value.is(Kind::Instance)) {
    const Value own = CallSpecial(c, value, method, {});
    if (!own.is_undefined()) {
      return own;
    }
  }
  return IntegerOfDouble(c, function(Real(c, value)));
}

Value LogOf(Context& c, const Value& value, double (*function)(double)) {
  if (value.is(Kind::BigInt)) {
    GiveUp(c, "logarithms of integers beyond 64 bits are not followed");
  }
  const double x = Real(c, value);
  if (x <= 0) {
    RaiseError(c, "ValueError", "math domain error");
  }
  return Value::Float(function(x));
}

std::complex<double> ComplexOf(Context& c, const Value& value) {
  if (value.is(Kind::Complex)) {
    return {value.object->As<ComplexNumber>().real, value.object->As<ComplexNumber>().imag};
  }
  return {Real(c, value), 0.0};
}

Value OneComplex(Context& c, const Arguments& a,
                 std::complex<double> (*function)(const std::complex<double>&)) {
  if (a.size() != 1) {
    RaiseError(c, "TypeError", "takes exactly one argument");
  }
  const std::complex<double> result = function(ComplexOf(c, a.values[0]));
  if (!std::isfinite(result.real()) || !std::isfinite(result.imag())) {
    GiveUp(c, "special values of complex functions are not followed");
  }
  return MakeComplex(c, result.real(), result.imag());
}

bool IsNan(double x) { return std::isnan(x); }
bool IsInf(double x) { return std::isinf(x); }
bool IsFinite(double x) { return std::isfinite(x); }

}  // namespace

#define HOST_REAL(body, function, overflows) \
  Value body(Context& c, const Arguments& a) { return One(c, a, std::function, overflows); }
HOST_REAL(MathAcos, acos, false)
HOST_REAL(MathAcosh, acosh, false)
HOST_REAL(MathAsin, asin, false)
HOST_REAL(MathAsinh, asinh, false)
HOST_REAL(MathAtan, atan, false)
HOST_REAL(MathAtanh, atanh, false)
HOST_REAL(MathCbrt, cbrt, false)
HOST_REAL(MathCos, cos, false)
HOST_REAL(MathCosh, cosh, true)
HOST_REAL(MathErf, erf, false)
HOST_REAL(MathErfc, erfc, false)
HOST_REAL(MathExp, exp, true)
HOST_REAL(MathExp2, exp2, true)
HOST_REAL(MathExpm1, expm1, true)
HOST_REAL(MathFabs, fabs, false)
HOST_REAL(MathLog1p, log1p, false)
HOST_REAL(MathSin, sin, false)
HOST_REAL(MathSinh, sinh, true)
HOST_REAL(MathSqrt, sqrt, false)
HOST_REAL(MathTan, tan, false)
HOST_REAL(MathTanh, tanh, false)
#undef HOST_REAL

#define HOST_REAL_PAIR(body, function) \
  Value body(Context& c, const Arguments& a) { return Two(c, a, std::function); }
HOST_REAL_PAIR(MathAtan2, atan2)
HOST_REAL_PAIR(MathCopysign, copysign)
HOST_REAL_PAIR(MathFmod, fmod)
HOST_REAL_PAIR(MathNextafter, nextafter)
HOST_REAL_PAIR(MathRemainder, remainder)
#undef HOST_REAL_PAIR

#define HOST_COMPLEX(body, function) \
  Value body(Context& c, const Arguments& a) { return OneComplex(c, a, std::function); }
HOST_COMPLEX(CmathCos, cos)
HOST_COMPLEX(CmathExp, exp)
HOST_COMPLEX(CmathSin, sin)
HOST_COMPLEX(CmathSqrt, sqrt)
#undef HOST_COMPLEX

Value CmathPhase(Context& c, const Arguments& a) {
  const std::complex<double> z = ComplexOf(c, a.Get(0, "z"));
  return Value::Float(std::atan2(z.imag(), z.real()));
}
Value CmathPolar(Context& c, const Arguments& a) {
  const std::complex<double> z = ComplexOf(c, a.Get(0, "z"));
  return c.heap.Tuple(
      {Value::Float(std::hypot(z.real(), z.imag())), Value::Float(std::atan2(z.imag(), z.real()))});
}
Value CmathRect(Context& c, const Arguments& a) {
  const double r = Real(c, a.Get(0, "r"));
  const double phi = Real(c, a.Get(1, "phi"));
  if (r == 0 || phi == 0 || !std::isfinite(r) || !std::isfinite(phi)) {
    GiveUp(c, "special values of complex functions are not followed");
  }
  return MakeComplex(c, r * std::cos(phi), r * std::sin(phi));
}

Value MathIsnan(Context& c, const Arguments& a) { return Test(c, a, IsNan); }
Value MathIsinf(Context& c, const Arguments& a) { return Test(c, a, IsInf); }
Value MathIsfinite(Context& c, const Arguments& a) { return Test(c, a, IsFinite); }
Value MathFloor(Context& c, const Arguments& a) { return ToWhole(c, a, std::floor, "__floor__"); }
Value MathCeil(Context& c, const Arguments& a) { return ToWhole(c, a, std::ceil, "__ceil__"); }
Value MathTrunc(Context& c, const Arguments& a) { return ToWhole(c, a, std::trunc, "__trunc__"); }
Value MathLog2(Context& c, const Arguments& a) { return LogOf(c, a.Get(0, "x"), std::log2); }
Value MathLog10(Context& c, const Arguments& a) { return LogOf(c, a.Get(0, "x"), std::log10); }

Value MathLog(Context& c, const Arguments& a) {
  const Value result = LogOf(c, a.Get(0, "x"), std::log);
  if (a.size() < 2) {
    return result;
  }
  const Value base = LogOf(c, a.values[1], std::log);
  if (base.real == 0) {
    RaiseError(c, "ZeroDivisionError", "division by zero");
  }
  return Value::Float(result.real / base.real);
}

Value MathPow(Context& c, const Arguments& a) {
  if (a.size() != 2) {
    RaiseError(c, "TypeError", "expected 2 arguments");
  }
  const double x = Real(c, a.values[0]);
  const double y = Real(c, a.values[1]);
  if (x == 0 && y < 0 && std::isfinite(y)) {
    RaiseError(c, "ValueError", "math domain error");
  }
  return Checked(c, std::pow(x, y), std::isfinite(x) && std::isfinite(y), true);
}

Value MathLdexp(Context& c, const Arguments& a) {
  const double x = Real(c, a.Get(0, "x"));
  const std::int64_t exponent = AsIndex(c, a.Get(1, "i"));
  const int bounded = static_cast<int>(exponent > 10000    ? 10000
                                       : exponent < -10000 ? -10000
                                                           : exponent);
  return Checked(c, std::ldexp(x, bounded), std::isfinite(x), true);
}

Value MathFrexp(Context& c, const Arguments& a) {
  int exponent = 0;
  const double x = Real(c, a.Get(0, "x"));
  const double fraction = std::frexp(x, &exponent);
  return c.heap.Tuple({Value::Float(fraction), Value::Int(std::isfinite(x) ? exponent : 0)});
}

Value MathModf(Context& c, const Arguments& a) {
  double whole = 0;
  const double fraction = std::modf(Real(c, a.Get(0, "x")), &whole);
  return c.heap.Tuple({Value::Float(fraction), Value::Float(whole)});
}

Value MathDegrees(Context& c, const Arguments& a) {
  return Value::Float(Real(c, a.Get(0, "x")) * (180.0 / M_PI));
}
Value MathRadians(Context& c, const Arguments& a) {
  return Value::Float(Real(c, a.Get(0, "x")) * (M_PI / 180.0));
}

// Rounded once: wide numbers hold the squares and their sum nearly exactly.
Value MathHypot(Context& c, const Arguments& a) {
  long double squares = 0;
  bool is_infinite = false;
  for (const Value& side : a.values) {
    const double x = Real(c, side);
    is_infinite = is_infinite || std::isinf(x);
    squares += static_cast<long double>(x) * static_cast<long double>(x);
  }
  return Value::Float(is_infinite ? std::numeric_limits<double>::infinity()
                                  : static_cast<double>(std::sqrt(squares)));
}

}  // namespace kernelc::host
