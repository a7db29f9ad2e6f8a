// NumPy's universal functions on elements: what each computes.
#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numeric>

#include "compiler/host/arrays/array_ufuncs.h"

namespace kernelc::host {
namespace {

using abi::ScalarKind;

bool IsSingle(ScalarKind kind) {
  return kind == ScalarKind::Float32 || kind == ScalarKind::Float16 ||
         kind == ScalarKind::Complex64;
}

// The last bit of these functions depends on the machine that NumPy runs on: of float32, the
// nearest number is taken.
Number Real(Context&, ScalarKind kind, double value) {
  return Number::Float(IsSingle(kind) ? static_cast<double>(static_cast<float>(value)) : value);
}

template <double (*kFunction)(double)>
Number RealFunction(Context& c, ScalarKind kind, const Number& a, const Number&) {
  return Real(c, kind, kFunction(a.real));
}

using Complex = std::complex<double>;

template <double (*kFunction)(double), Complex (*kComplex)(const Complex&)>
Number AnyFunction(Context& c, ScalarKind kind, const Number& a, const Number&) {
  if (a.kind != NumberKind::Complex) {
    return Real(c, kind, kFunction(a.real));
  }
  GiveUpIf(c, kind == ScalarKind::Complex64, "functions of complex64 depend on the machine");
  const Complex result = kComplex({a.real, a.imag});
  return Number::Complex(result.real(), result.imag());
}

// Correctly rounded in every type.
template <double (*kFunction)(double)>
Number ExactFunction(Context&, ScalarKind, const Number& a, const Number&) {
  return Number::Float(kFunction(a.real));
}

bool IsProductExact(double a, double b) { return std::fma(a, b, -(a * b)) == 0; }

template <typename T>
Number MultiplyComplex(Context& c, const Number& a, const Number& b) {
  const T ar = static_cast<T>(a.real);
  const T ai = static_cast<T>(a.imag);
  const T br = static_cast<T>(b.real);
  const T bi = static_cast<T>(b.imag);
  const bool is_exact =
      sizeof(T) == 8 ? IsProductExact(a.real, b.real) && IsProductExact(a.imag, b.imag) &&
                           IsProductExact(a.real, b.imag) && IsProductExact(a.imag, b.real)
                     : double(ar * br) == a.real * b.real && double(ai * bi) == a.imag * b.imag &&
                           double(ar * bi) == a.real * b.imag && double(ai * br) == a.imag * b.real;
  GiveUpIf(c, !is_exact && std::isfinite(a.real + a.imag + b.real + b.imag),
           "the last bit of a product of complex numbers depends on the machine");
  return Number::Complex(static_cast<double>(ar * br - ai * bi),
                         static_cast<double>(ar * bi + ai * br));
}

template <typename T>
Number DivideComplex(const Number& a, const Number& b) {
  const T ar = static_cast<T>(a.real);
  const T ai = static_cast<T>(a.imag);
  const T br = static_cast<T>(b.real);
  const T bi = static_cast<T>(b.imag);
  if (std::abs(br) >= std::abs(bi)) {
    if (br == 0 && bi == 0) {
      return Number::Complex(ar / std::abs(br), ai / std::abs(br));
    }
    const T ratio = bi / br;
    const T scale = T(1) / (br + bi * ratio);
    return Number::Complex((ar + ai * ratio) * scale, (ai - ar * ratio) * scale);
  }
  const T ratio = br / bi;
  const T scale = T(1) / (bi + br * ratio);
  return Number::Complex((ar * ratio + ai) * scale, (ai * ratio - ar) * scale);
}

// Both parts of complex numbers, integers, or floats.
template <typename Operation>
Number ByParts(const Number& a, const Number& b, Operation operation) {
  return a.kind == NumberKind::Complex
             ? Number::Complex(operation(a.real, b.real), operation(a.imag, b.imag))
         : a.is_integral() ? Number::Int(operation(a.integer, b.integer))
                           : Number::Float(operation(a.real, b.real));
}

Number Add(Context&, ScalarKind kind, const Number& a, const Number& b) {
  return kind == ScalarKind::Bool ? Number::Bool(a.truth() || b.truth())
                                  : ByParts(a, b, std::plus());
}
Number Subtract(Context& c, ScalarKind kind, const Number& a, const Number& b) {
  RaiseIf(c, kind == ScalarKind::Bool, "TypeError", "bools have no `-` in NumPy");
  return ByParts(a, b, std::minus());
}
Number Multiply(Context& c, ScalarKind kind, const Number& a, const Number& b) {
  if (kind == ScalarKind::Bool) {
    return Number::Bool(a.truth() && b.truth());
  }
  if (a.kind == NumberKind::Complex) {
    return kind == ScalarKind::Complex64 ? MultiplyComplex<float>(c, a, b)
                                         : MultiplyComplex<double>(c, a, b);
  }
  // Wraps to 64 bits, of which the type's are a part.
  return a.is_integral() ? Number::Int(Wide(static_cast<std::uint64_t>(a.integer) *
                                            static_cast<std::uint64_t>(b.integer)))
                         : Number::Float(a.real * b.real);
}
Number Divide(Context&, ScalarKind kind, const Number& a, const Number& b) {
  if (a.kind == NumberKind::Complex) {
    return kind == ScalarKind::Complex64 ? DivideComplex<float>(a, b) : DivideComplex<double>(a, b);
  }
  return Number::Float(a.real / b.real);
}

std::pair<double, double> FloatDivMod(ScalarKind kind, double a, double b) {
  if (IsSingle(kind)) {
    const auto [whole, rest] = DivMod(static_cast<float>(a), static_cast<float>(b));
    return {whole, rest};
  }
  return DivMod(a, b);
}

Wide FloorDivideInts(Wide a, Wide b) {
  const Wide whole = a / b;
  return a % b != 0 && (a % b < 0) != (b < 0) ? whole - 1 : whole;
}
// The quotient, or the rest.
template <bool kRest>
Number DivideFloor(Context&, ScalarKind kind, const Number& a, const Number& b) {
  if (a.is_integral()) {
    const Wide whole = b.integer == 0 ? Wide(0) : FloorDivideInts(a.integer, b.integer);
    return Number::Int(!kRest ? whole : b.integer == 0 ? Wide(0) : a.integer - whole * b.integer);
  }
  const auto [whole, rest] = FloatDivMod(kind, a.real, b.real);
  return Number::Float(kRest ? rest : whole);
}
Number Fmod(Context&, ScalarKind, const Number& a, const Number& b) {
  if (a.is_integral()) {
    return Number::Int(b.integer == 0 ? Wide(0) : a.integer % b.integer);
  }
  return Number::Float(std::fmod(a.real, b.real));
}

Number Square(Context& c, ScalarKind kind, const Number& a, const Number&) {
  return Multiply(c, kind, a, a);
}

Number Power(Context& c, ScalarKind kind, const Number& a, const Number& b) {
  if (a.kind == NumberKind::Complex) {
    GiveUpIf(c, b.real != 2 || b.imag != 0, "this power of complex numbers is not followed");
    return Multiply(c, kind, a, a);
  }
  if (!a.is_integral()) {
    return b.real == 2     ? Number::Float(a.real * a.real)
           : b.real == 0.5 ? Number::Float(std::sqrt(a.real))
           : b.real == -1  ? Number::Float(1 / a.real)
                           : Real(c, kind, std::pow(a.real, b.real));
  }
  RaiseIf(c, b.integer < 0, "ValueError", "Integers to negative integer powers are not allowed.");
  // Wraps to 64 bits, of which the type's are a part.
  std::uint64_t base = static_cast<std::uint64_t>(a.integer);
  std::uint64_t result = 1;
  for (Wide exponent = b.integer; exponent > 0; exponent >>= 1) {
    result *= (exponent & 1) != 0 ? base : 1;
    base *= base;
  }
  return Number::Int(Wide(result));
}

Number Negative(Context& c, ScalarKind kind, const Number& a, const Number&) {
  RaiseIf(c, kind == ScalarKind::Bool, "TypeError", "bools have no `-` in NumPy");
  return ByParts(a, a, [](auto x, auto) { return -x; });
}
Number Positive(Context&, ScalarKind, const Number& a, const Number&) { return a; }
Number Conjugate(Context&, ScalarKind, const Number& a, const Number&) {
  return a.kind == NumberKind::Complex ? Number::Complex(a.real, -a.imag) : a;
}
Number Absolute(Context& c, ScalarKind kind, const Number& a, const Number&) {
  if (a.kind == NumberKind::Complex) {
    return Real(c, kind, std::hypot(a.real, a.imag));
  }
  return a.kind == NumberKind::Bool ? a
         : a.is_integral()          ? Number::Int(a.integer < 0 ? -a.integer : a.integer)
                                    : Number::Float(std::fabs(a.real));
}
Number Sign(Context& c, ScalarKind, const Number& a, const Number&) {
  GiveUpIf(c, a.kind == NumberKind::Complex, "signs of complex numbers depend on NumPy's version");
  if (a.is_integral()) {
    return Number::Int(a.integer > 0 ? 1 : a.integer < 0 ? -1 : 0);
  }
  return Number::Float(a.real > 0 ? 1.0 : a.real < 0 ? -1.0 : a.real == 0 ? 0.0 : a.real);
}
// Rounding leaves integers as they are.
template <double (*kFunction)(double)>
Number Rounding(Context&, ScalarKind, const Number& a, const Number&) {
  return a.is_integral() ? a : Number::Float(kFunction(a.real));
}

// -1, 0 or 1, or 2 where one is no number. Integers are compared exactly.
int Order(const Number& a, const Number& b) {
  if (a.is_integral() && b.is_integral()) {
    return a.integer < b.integer ? -1 : a.integer > b.integer ? 1 : 0;
  }
  const double x[2] = {a.as_double(), a.imag};
  const double y[2] = {b.as_double(), b.imag};
  for (int i = 0; i < 2; ++i) {
    if (std::isnan(x[i]) || std::isnan(y[i])) {
      return 2;
    }
    if (x[i] != y[i]) {
      return x[i] < y[i] ? -1 : 1;
    }
  }
  return 0;
}
template <int kFirst, int kSecond, bool kNot>
Number Ordered(Context&, ScalarKind, const Number& a, const Number& b) {
  const int order = Order(a, b);
  return Number::Bool((order == kFirst || order == kSecond) != kNot);
}

template <int kWanted, bool kPropagates>
Number Extreme(Context& c, ScalarKind, const Number& a, const Number& b) {
  if (a.is_nan() || b.is_nan()) {
    return a.is_nan() == kPropagates ? a : b;
  }
  GiveUpIf(c,
           !a.is_integral() && a.real == 0 && b.real == 0 &&
               std::signbit(a.real) != std::signbit(b.real),
           "which of two zeros is the larger one depends on the machine");
  return Order(a, b) == kWanted || Order(a, b) == 0 ? a : b;
}

template <typename Operation>
Number OnBits(Context&, ScalarKind kind, const Number& a, const Number& b) {
  const Wide value = Operation()(a.integer, b.integer);
  return kind == ScalarKind::Bool ? Number::Bool((value & 1) != 0) : Number::Int(value);
}
Number Invert(Context&, ScalarKind kind, const Number& a, const Number&) {
  return kind == ScalarKind::Bool ? Number::Bool(!a.truth()) : Number::Int(~a.integer);
}
Number LeftShift(Context&, ScalarKind kind, const Number& a, const Number& b) {
  const Wide bits = Wide(abi::scalar_info(kind).size * 8);
  return Number::Int(
      b.integer < 0 || b.integer >= bits
          ? Wide(0)
          : Wide(static_cast<std::uint64_t>(a.integer) << static_cast<unsigned>(b.integer)));
}
Number RightShift(Context&, ScalarKind kind, const Number& a, const Number& b) {
  const Wide bits = Wide(abi::scalar_info(kind).size * 8);
  return Number::Int(b.integer < 0 || b.integer >= bits
                         ? Wide(a.integer < 0 ? -1 : 0)
                         : a.integer >> static_cast<unsigned>(b.integer));
}
Number Gcd(Context&, ScalarKind, const Number& a, const Number& b) {
  Wide x = a.integer < 0 ? -a.integer : a.integer;
  Wide y = b.integer < 0 ? -b.integer : b.integer;
  while (y != 0) {
    x = std::exchange(y, x % y);
  }
  return Number::Int(x);
}
Number Lcm(Context& c, ScalarKind kind, const Number& a, const Number& b) {
  const Wide divisor = Gcd(c, kind, a, b).integer;
  const Wide product = divisor == 0 ? Wide(0) : a.integer / divisor * b.integer;
  return Number::Int(product < 0 ? -product : product);
}

template <double (*kFunction)(double, double)>
Number RealFunction2(Context& c, ScalarKind kind, const Number& a, const Number& b) {
  return Real(c, kind, kFunction(a.real, b.real));
}
Number Copysign(Context&, ScalarKind, const Number& a, const Number& b) {
  return Number::Float(std::copysign(a.real, b.real));
}
template <bool kToDegrees>
Number Angle(Context& c, ScalarKind kind, const Number& a, const Number&) {
  constexpr double factor = kToDegrees ? 180.0 / M_PI : M_PI / 180.0;
  return kind == ScalarKind::Float32
             ? Number::Float(static_cast<float>(a.real) * static_cast<float>(factor))
             : Real(c, kind, a.real * factor);
}
template <bool (*kTest)(double)>
Number FloatTest(Context&, ScalarKind, const Number& a, const Number&) {
  return Number::Bool(!a.is_integral() && (kTest(a.real) || kTest(a.imag)));
}
bool IsNan(double x) { return std::isnan(x); }
bool IsInf(double x) { return std::isinf(x); }
Number IsFinite(Context&, ScalarKind, const Number& a, const Number&) {
  return Number::Bool(a.is_integral() || (std::isfinite(a.real) && std::isfinite(a.imag)));
}
template <int kWay>
Number Logical(Context&, ScalarKind, const Number& a, const Number& b) {
  return Number::Bool(kWay == 0   ? a.truth() && b.truth()
                      : kWay == 1 ? a.truth() || b.truth()
                      : kWay == 2 ? a.truth() != b.truth()
                                  : !a.truth());
}

Number Sqrt(Context& c, ScalarKind kind, const Number& a, const Number& b) {
  // Roots are correctly rounded in every type of reals.
  return a.kind == NumberKind::Complex ? AnyFunction<std::sqrt, std::sqrt>(c, kind, a, b)
                                       : Number::Float(std::sqrt(a.real));
}

constexpr UfuncInfo kUfuncs[] = {
    {"absolute", 1, Loop::Common, true, Absolute},
    {"add", 2, Loop::Common, true, Add},
    {"arccos", 1, Loop::Float, true, AnyFunction<std::acos, std::acos>},
    {"arccosh", 1, Loop::Float, true, AnyFunction<std::acosh, std::acosh>},
    {"arcsin", 1, Loop::Float, true, AnyFunction<std::asin, std::asin>},
    {"arcsinh", 1, Loop::Float, true, AnyFunction<std::asinh, std::asinh>},
    {"arctan", 1, Loop::Float, true, AnyFunction<std::atan, std::atan>},
    {"arctan2", 2, Loop::Float, false, RealFunction2<std::atan2>},
    {"arctanh", 1, Loop::Float, true, AnyFunction<std::atanh, std::atanh>},
    {"bitwise_and", 2, Loop::Bits, false, OnBits<std::bit_and<>>},
    {"bitwise_or", 2, Loop::Bits, false, OnBits<std::bit_or<>>},
    {"bitwise_xor", 2, Loop::Bits, false, OnBits<std::bit_xor<>>},
    {"cbrt", 1, Loop::Float, false, RealFunction<std::cbrt>},
    {"ceil", 1, Loop::Common, false, Rounding<std::ceil>},
    {"conjugate", 1, Loop::NoBool, true, Conjugate},
    {"copysign", 2, Loop::Float, false, Copysign},
    {"cos", 1, Loop::Float, true, AnyFunction<std::cos, std::cos>},
    {"cosh", 1, Loop::Float, true, AnyFunction<std::cosh, std::cosh>},
    {"deg2rad", 1, Loop::Float, false, Angle<false>},
    {"degrees", 1, Loop::Float, false, Angle<true>},
    {"divide", 2, Loop::Divide, true, Divide},
    {"equal", 2, Loop::Compare, true, Ordered<0, 0, false>},
    {"exp", 1, Loop::Float, true, AnyFunction<std::exp, std::exp>},
    {"exp2", 1, Loop::Float, false, RealFunction<std::exp2>},
    {"expm1", 1, Loop::Float, false, RealFunction<std::expm1>},
    {"fabs", 1, Loop::Float, false, ExactFunction<std::fabs>},
    {"fix", 1, Loop::Common, false, Rounding<std::trunc>},
    {"floor", 1, Loop::Common, false, Rounding<std::floor>},
    {"floor_divide", 2, Loop::NoBool, false, DivideFloor<false>},
    {"fmax", 2, Loop::Common, true, Extreme<1, false>},
    {"fmin", 2, Loop::Common, true, Extreme<-1, false>},
    {"fmod", 2, Loop::NoBool, false, Fmod},
    {"gcd", 2, Loop::Integers, false, Gcd},
    {"greater", 2, Loop::Compare, true, Ordered<1, 1, false>},
    {"greater_equal", 2, Loop::Compare, true, Ordered<1, 0, false>},
    {"hypot", 2, Loop::Float, false, RealFunction2<std::hypot>},
    {"invert", 1, Loop::Bits, false, Invert},
    {"isfinite", 1, Loop::Test, true, IsFinite},
    {"isinf", 1, Loop::Test, true, FloatTest<IsInf>},
    {"isnan", 1, Loop::Test, true, FloatTest<IsNan>},
    {"lcm", 2, Loop::Integers, false, Lcm},
    {"left_shift", 2, Loop::Integers, false, LeftShift},
    {"less", 2, Loop::Compare, true, Ordered<-1, -1, false>},
    {"less_equal", 2, Loop::Compare, true, Ordered<-1, 0, false>},
    {"log", 1, Loop::Float, true, AnyFunction<std::log, std::log>},
    {"log10", 1, Loop::Float, false, RealFunction<std::log10>},
    {"log1p", 1, Loop::Float, false, RealFunction<std::log1p>},
    {"log2", 1, Loop::Float, false, RealFunction<std::log2>},
    {"logical_and", 2, Loop::Test, true, Logical<0>},
    {"logical_not", 1, Loop::Test, true, Logical<3>},
    {"logical_or", 2, Loop::Test, true, Logical<1>},
    {"logical_xor", 2, Loop::Test, true, Logical<2>},
    {"maximum", 2, Loop::Common, true, Extreme<1, true>},
    {"minimum", 2, Loop::Common, true, Extreme<-1, true>},
    {"multiply", 2, Loop::Common, true, Multiply},
    {"negative", 1, Loop::Common, true, Negative},
    {"not_equal", 2, Loop::Compare, true, Ordered<0, 0, true>},
    {"positive", 1, Loop::NoBool, true, Positive},
    {"power", 2, Loop::NoBool, true, Power},
    {"rad2deg", 1, Loop::Float, false, Angle<true>},
    {"radians", 1, Loop::Float, false, Angle<false>},
    {"remainder", 2, Loop::NoBool, false, DivideFloor<true>},
    {"right_shift", 2, Loop::Integers, false, RightShift},
    {"rint", 1, Loop::Float, false, ExactFunction<std::nearbyint>},
    {"sign", 1, Loop::NoBool, true, Sign},
    {"sin", 1, Loop::Float, true, AnyFunction<std::sin, std::sin>},
    {"sinh", 1, Loop::Float, true, AnyFunction<std::sinh, std::sinh>},
    {"sqrt", 1, Loop::Float, true, Sqrt},
    {"square", 1, Loop::NoBool, true, Square},
    {"subtract", 2, Loop::Common, true, Subtract},
    {"tan", 1, Loop::Float, true, AnyFunction<std::tan, std::tan>},
    {"tanh", 1, Loop::Float, true, AnyFunction<std::tanh, std::tanh>},
    {"trunc", 1, Loop::Common, false, Rounding<std::trunc>},
};

}  // namespace

const UfuncInfo* FindUfunc(std::string_view name) {
  const auto* found = std::lower_bound(
      std::begin(kUfuncs), std::end(kUfuncs), name,
      [](const UfuncInfo& info, std::string_view wanted) { return info.name < wanted; });
  return found != std::end(kUfuncs) && found->name == name ? found : nullptr;
}

}  // namespace kernelc::host
