// Products of vectors and matrices.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "compiler/host/arrays/array.h"

namespace kernelc::host {
namespace {

using abi::ScalarKind;

Value Operand(Context& c, const Value& value) {
  return AsArray(c, value.is(Kind::Scalar) ? ScalarNumber(c, value) : value);
}

using Factors = std::vector<std::pair<double, double>>;

// A sum of products that is exact in every order, in a type of so many bits.
double ExactDot(Context& c, ScalarKind kind, const Factors& factors) {
  std::vector<double> terms;
  bool is_exact = true;
  for (const auto& [x, y] : factors) {
    terms.push_back(x * y);
    is_exact = is_exact && std::fma(x, y, -(x * y)) == 0 &&
               CastNumber(c, kind, Number::Float(x * y)).real == x * y;
  }
  GiveUpIf(c, !is_exact || !IsExactSum(terms, SignificantBits(kind)),
           "the last bit of this product depends on the order of its additions");
  const double sum = std::accumulate(terms.begin(), terms.end(), 0.0);
  // Sums begin at a zero, but products of complex numbers are subtracted in one order or another.
  GiveUpIf(
      c,
      IsComplexKind(kind) && sum == 0 &&
          std::ranges::any_of(terms, [](double term) { return term == 0 && std::signbit(term); }),
      "the sign of this zero depends on the order of its additions");
  return sum;
}

Number DotLine(Context& c, ScalarKind kind, const Number* a, const Number* b, std::size_t count,
               std::size_t b_step) {
  GiveUpIf(c, kind == ScalarKind::Bool, "products of matrices of bools are not followed");
  if (IsIntegerKind(kind)) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      sum += static_cast<std::uint64_t>(a[i].integer) *
             static_cast<std::uint64_t>(b[i * b_step].integer);
    }
    return Number::Int(Wide(sum));
  }
  if (count == 1 && !IsComplexKind(kind)) {
    return Number::Float(a[0].as_double() * b[0].as_double());
  }
  Factors real;
  Factors imaginary;
  for (std::size_t i = 0; i < count; ++i) {
    const Number& x = a[i];
    const Number& y = b[i * b_step];
    real.emplace_back(x.as_double(), y.as_double());
    if (IsComplexKind(kind)) {
      real.emplace_back(-x.imag, y.imag);
      imaginary.emplace_back(x.as_double(), y.imag);
      imaginary.emplace_back(x.imag, y.as_double());
    }
  }
  return IsComplexKind(kind)
             ? Number::Complex(ExactDot(c, kind, real), ExactDot(c, kind, imaginary))
             : Number::Float(ExactDot(c, kind, real));
}

}  // namespace

Value MatrixProduct(Context& c, const Value& a, const Value& b) {
  const Value x = Operand(c, a);
  const Value y = Operand(c, b);
  const IntList& p = ViewOf(x).shape;
  const IntList& q = ViewOf(y).shape;
  GiveUpIf(c, p.empty() || q.empty() || p.size() > 2 || q.size() > 2,
           "products of arrays of these dimensions are not followed");
  const std::int64_t count = p.back();
  const std::int64_t columns = q.size() == 2 ? q[1] : 1;
  const std::int64_t rows = p.size() == 2 ? p[0] : 1;
  RaiseIf(c, q[0] != count, "ValueError", "the shapes of a product do not fit");
  const ScalarKind kind = Promote(ViewOf(x).type.kind, ViewOf(y).type.kind);
  std::vector<Number> left = Numbers(c, CopyArray(c, x, {kind, {}}));
  const std::vector<Number> right = Numbers(c, CopyArray(c, y, {kind, {}}));
  GiveUpIf(c, rows * columns * count > 64 * kMaxElements,
           "the product is too large to be followed");
  c.steps_left -= rows * columns * count / 16;
  std::vector<Number> results;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      results.push_back(DotLine(c, kind, left.data() + i * count, right.data() + j,
                                static_cast<std::size_t>(count),
                                static_cast<std::size_t>(columns)));
    }
  }
  IntList shape;
  if (p.size() == 2) {
    shape.push_back(rows);
  }
  if (q.size() == 2) {
    shape.push_back(columns);
  }
  return ScalarIfNone(c, FromNumbers(c, kind, shape, results));
}

KC_NATIVE_BY_NAME(NumpyMatmul, Value a, Value b) { return MatrixProduct(c, a, b); }

KC_NATIVE_BY_NAME(NumpyDot, Value a, Value b) {
  const Value x = Operand(c, a);
  const Value y = Operand(c, b);
  // Python's numbers are arrays here, of their own type.
  const Value operands[] = {x, y};
  return ViewOf(x).shape.empty() || ViewOf(y).shape.empty() ? Ufunc(c, "multiply", operands)
                                                            : MatrixProduct(c, x, y);
}

}  // namespace kernelc::host
