// math and cmath: functions of doubles, as the C library has them.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "compiler/host/array.h"
#include "compiler/host/natives.h"

namespace kernelc::host {
namespace {

double Real(Context& c, const Value& given) {
  const Value value = given.is(Kind::Scalar) ? ScalarNumber(c, given) : given;
  RaiseIf(c, value.is_undefined(), "TypeError", "missing required argument");
  if (value.is(Kind::Instance) && !IsInteger(PlainNumber(value)) &&
      !PlainNumber(value).is_float()) {
    const Value number = CallSpecial(c, value, "__float__", {});
    if (number.is_float()) {
      return number.real;
    }
  }
  RaiseIf(
      c, value.is(Kind::Str) || value.is_none() || value.is(Kind::List, Kind::Tuple, Kind::Complex),
      "TypeError", "must be real number");
  return ToDouble(c, value);
}

// As Python reports what C's functions do at the ends of their domains.
Value Checked(Context& c, double result, bool had_finite_operands, bool overflows) {
  RaiseIf(c, std::isnan(result) && had_finite_operands, "ValueError", "math domain error");
  if (std::isinf(result) && had_finite_operands) {
    RaiseIf(c, overflows, "OverflowError", "math range error");
    RaiseError(c, "ValueError", "math domain error");
  }
  return Value::Float(result);
}

Value One(Context& c, const Arguments& a, double (*function)(double), bool overflows) {
  RaiseIf(c, a.size() != 1 || !a.keywords.empty(), "TypeError", "takes exactly one argument");
  const double x = Real(c, a.values[0]);
  const double result = function(x);
  // NaN of an infinity is an error as well, as of sin(inf).
  return Checked(c, result, std::isnan(result) ? !std::isnan(x) : std::isfinite(x), overflows);
}

Value Two(Context& c, const Arguments& a, double (*function)(double, double)) {
  RaiseIf(c, a.size() != 2 || !a.keywords.empty(), "TypeError", "expected 2 arguments");
  const double x = Real(c, a.values[0]);
  const double y = Real(c, a.values[1]);
  const double result = function(x, y);
  const bool finite =
      std::isnan(result) ? !std::isnan(x) && !std::isnan(y) : std::isfinite(x) && std::isfinite(y);
  return Checked(c, result, finite, true);
}

Value LogOf(Context& c, const Value& value, double (*function)(double)) {
  GiveUpIf(c, value.is(Kind::BigInt) && value.As<Integer>().value.getSignificantBits() > 1000,
           "logarithms of integers that no double holds are not followed");
  const double x = Real(c, value);
  RaiseIf(c, x <= 0, "ValueError", "math domain error");
  return Value::Float(function(x));
}

std::complex<double> ComplexOf(Context& c, const Value& value) {
  if (value.is(Kind::Complex)) {
    return {value.As<ComplexNumber>().real, value.As<ComplexNumber>().imag};
  }
  return {Real(c, value), 0.0};
}

Value OneComplex(Context& c, const Arguments& a,
                 std::complex<double> (*function)(const std::complex<double>&)) {
  RaiseIf(c, a.size() != 1, "TypeError", "takes exactly one argument");
  const std::complex<double> result = function(ComplexOf(c, a.values[0]));
  GiveUpIf(c, !std::isfinite(result.real()) || !std::isfinite(result.imag()),
           "special values of complex functions are not followed");
  return MakeComplex(c, result.real(), result.imag());
}

struct RealFunction {
  std::string_view name;
  double (*function)(double);
  // Python says that the result overflows; of the others, that the argument is outside of the
  // domain.
  bool overflows = false;
};
constexpr RealFunction kRealFunctions[] = {
    {"acos", std::acos},       {"acosh", std::acosh},       {"asin", std::asin},
    {"asinh", std::asinh},     {"atan", std::atan},         {"atanh", std::atanh},
    {"cbrt", std::cbrt},       {"cos", std::cos},           {"cosh", std::cosh, true},
    {"erf", std::erf},         {"erfc", std::erfc},         {"exp", std::exp, true},
    {"exp2", std::exp2, true}, {"expm1", std::expm1, true}, {"fabs", std::fabs},
    {"log1p", std::log1p},     {"sin", std::sin},           {"sinh", std::sinh, true},
    {"sqrt", std::sqrt},       {"tan", std::tan},           {"tanh", std::tanh},
};

}  // namespace

Value MathReal(Context& c, const Arguments& a) {
  const RealFunction& row = *std::ranges::find(kRealFunctions, a.native, &RealFunction::name);
  return One(c, a, row.function, row.overflows);
}

Value MathPair(Context& c, const Arguments& a) {
  const auto function = [&]() -> double (*)(double, double) {
    switch (a.native[0]) {
      case 'a':
        return std::atan2;
      case 'c':
        return std::copysign;
      case 'f':
        return std::fmod;
      case 'n':
        return std::nextafter;
    }
    return std::remainder;
  };
  return Two(c, a, function());
}

Value CmathFunction(Context& c, const Arguments& a) {
  return OneComplex(c, a, a.native == "exp" ? std::exp<double> : std::sqrt<double>);
}

Value CmathPhase(Context& c, const Arguments& a) {
  const std::complex<double> z = ComplexOf(c, a.Get(0, "z"));
  return Value::Float(std::atan2(z.imag(), z.real()));
}
Value MathTest(Context& c, const Arguments& a) {
  RaiseIf(c, a.size() != 1, "TypeError", "takes exactly one argument");
  const double x = Real(c, a.values[0]);
  return Value::Bool(a.native == "isnan"   ? std::isnan(x)
                     : a.native == "isinf" ? std::isinf(x)
                                           : std::isfinite(x));
}

// floor, ceil and trunc: integers, or what the object's own method gives.
Value MathWhole(Context& c, const Arguments& a) {
  const Value value = a.Get(0, "x");
  if (IsInteger(PlainNumber(value))) {
    return value.is_bool() ? Value::Int(value.integer) : PlainNumber(value);
  }
  if (value.is_object() && value.is(Kind::Instance)) {
    const Value own = CallSpecial(c, value, fmt::format("__{}__", a.native), {});
    if (!own.is_undefined()) {
      return own;
    }
  }
  const double x = Real(c, value);
  return IntegerOfDouble(c, a.native == "floor"  ? std::floor(x)
                            : a.native == "ceil" ? std::ceil(x)
                                                 : std::trunc(x));
}

// log2 and log10
Value MathLogOfBase(Context& c, const Arguments& a) {
  double (*const log2)(double) = std::log2;
  double (*const log10)(double) = std::log10;
  return LogOf(c, a.Get(0, "x"), a.native == "log2" ? log2 : log10);
}

Value MathLog(Context& c, const Arguments& a) {
  const Value result = LogOf(c, a.Get(0, "x"), std::log);
  if (a.size() < 2) {
    return result;
  }
  const Value base = LogOf(c, a.values[1], std::log);
  RaiseIf(c, base.real == 0, "ZeroDivisionError", "division by zero");
  return Value::Float(result.real / base.real);
}

Value MathPow(Context& c, const Arguments& a) {
  RaiseIf(c, a.size() != 2, "TypeError", "expected 2 arguments");
  const double x = Real(c, a.values[0]);
  const double y = Real(c, a.values[1]);
  RaiseIf(c, x == 0 && y < 0 && std::isfinite(y), "ValueError", "math domain error");
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

// degrees and radians
Value MathAngle(Context& c, const Arguments& a) {
  return Value::Float(Real(c, a.Get(0, "x")) *
                      (a.native == "degrees" ? 180.0 / M_PI : M_PI / 180.0));
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
