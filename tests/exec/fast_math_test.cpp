// The largest errors of fastmath, which docs/language.md#fast-mathematics promises, measured against double precision.
// Each test prints what it measured.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "kernelc/program.h"
#include "tests/exec/device_main.h"

namespace kernelc::exec_test {
namespace {

constexpr int kPoints = 200001;

// One promise: an expression of float32 x and y, its value in double precision, where x runs, and the bound, in `Ulps`
// of the result or as an absolute or relative error.
enum class Measure : std::uint8_t { Ulps, Absolute, Relative };

struct Promise {
  std::string name;
  std::string expression;
  std::function<double(double, double)> exact;
  double low;
  double high;
  Measure measure;
  std::function<double(double, double)> bound;
  // x runs through powers of two, from 2^low to 2^high.
  bool exponents = false;
};

std::function<double(double, double)> Constant(double value) {
  return [value](double, double) { return value; };
}

// The distance of neighbouring floats at `value`.
double Ulp(double value) {
  const float magnitude = std::max(std::abs(static_cast<float>(value)), 0x1p-126F);
  return static_cast<double>(std::nextafter(magnitude, INFINITY)) - static_cast<double>(magnitude);
}

double Error(const Promise& promise, double got, double exact) {
  const double difference = std::abs(got - exact);
  switch (promise.measure) {
    case Measure::Ulps:
      return difference / Ulp(exact);
    case Measure::Absolute:
      return difference;
    case Measure::Relative:
      return difference / std::abs(exact);
  }
  return difference;
}

std::vector<float> Points(const Promise& promise) {
  std::vector<float> points;
  for (int i = 0; i < kPoints; ++i) {
    const double at = promise.low + (promise.high - promise.low) * i / (kPoints - 1);
    points.push_back(static_cast<float>(promise.exponents ? std::exp2(at) : at));
  }
  return points;
}

// Exponents and divisors.
float SecondPoint(int i) { return static_cast<float>(0.25 + (i * 7919 % 1009) / 400.0); }

constexpr double kPi = 3.14159265358979;

std::vector<Promise> Promises() {
  const auto sin_bound = [](double, double) { return std::exp2(-21.41); };
  const auto cos_bound = [](double, double) { return std::exp2(-21.19); };
  const auto exp_bound = [](double x, double) { return 3 + std::floor(std::abs(1.173 * x)); };
  // sin(x) / cos(x), each with its error, and a division of 2 ulp.
  const auto tan_bound = [](double x, double) {
    const double s = std::sin(x);
    const double c = std::abs(std::cos(x));
    const double error = std::exp2(-21.19);
    const double far = (std::abs(s) + std::exp2(-21.41)) / std::max(c - error, 1e-30);
    return far - std::abs(s) / c + 2 * Ulp(far);
  };
  // The error of y * log2(x), which exp2 turns into a relative one.
  const auto pow_bound = [](double x, double y) {
    const double product = y * std::log2(x);
    const double logarithm = x >= 0.5 && x <= 2 ? std::exp2(-22) : 2 * Ulp(std::log2(x));
    const double shift = std::abs(y) * logarithm + Ulp(product);
    return std::expm1(shift * std::log(2.0)) + std::exp2(-21);
  };
  return {
      {"division", "x / y", [](double x, double y) { return x / y; }, -1000, 1000, Measure::Ulps, Constant(2)},
      {"sqrt", "math.sqrt(x)", [](double x, double) { return std::sqrt(x); }, -60, 60, Measure::Ulps, Constant(1), true},
      {"sin", "math.sin(x)", [](double x, double) { return std::sin(x); }, -kPi, kPi, Measure::Absolute, sin_bound},
      {"cos", "math.cos(x)", [](double x, double) { return std::cos(x); }, -kPi, kPi, Measure::Absolute, cos_bound},
      {"tan", "math.tan(x)", [](double x, double) { return std::tan(x); }, -1.5, 1.5, Measure::Absolute, tan_bound},
      {"exp", "math.exp(x)", [](double x, double) { return std::exp(x); }, -80, 80, Measure::Ulps, exp_bound},
      {"log_near_1", "math.log(x)", [](double x, double) { return std::log(x); }, 0.5, 2, Measure::Absolute,
       Constant(std::exp2(-21.41))},
      {"log", "math.log(x)", [](double x, double) { return std::log(x); }, 1.01, 60, Measure::Ulps, Constant(3), true},
      {"log2_near_1", "math.log2(x)", [](double x, double) { return std::log2(x); }, 0.5, 2, Measure::Absolute,
       Constant(std::exp2(-22))},
      {"log2", "math.log2(x)", [](double x, double) { return std::log2(x); }, 1.01, 60, Measure::Ulps, Constant(2), true},
      {"log10_near_1", "math.log10(x)", [](double x, double) { return std::log10(x); }, 0.5, 2, Measure::Absolute,
       Constant(std::exp2(-23))},
      {"log10", "math.log10(x)", [](double x, double) { return std::log10(x); }, 1.01, 60, Measure::Ulps, Constant(3),
       true},
      {"pow", "x ** y", [](double x, double y) { return std::pow(x, y); }, -8, 8, Measure::Relative, pow_bound, true},
      {"tanh", "math.tanh(x)", [](double x, double) { return std::tanh(x); }, 0.001, 9, Measure::Relative,
       Constant(std::exp2(-11) * 1.01)},
  };
}

// What the CPU device's vector mathematics may err by in any case.
constexpr double kVectorUlps = 4;

double Bound(const Promise& promise, double x, double y) {
  const double bound = promise.bound(x, y);
  const bool is_cpu = TestContext().device().kind() == DeviceKind::Cpu;
  return is_cpu && promise.measure == Measure::Ulps ? std::max(bound, kVectorUlps) : bound;
}

class FastMath : public testing::TestWithParam<Promise> {};

TEST_P(FastMath, KeepsItsBound) {
  const Promise& promise = GetParam();
  const std::string text =
      "from numba import cuda\nimport math\n\n@cuda.jit(fastmath=True)\ndef k(a, b, out):\n    i = cuda.grid(1)\n"
      "    if i < a.size:\n        x = a[i]\n        y = b[i]\n        out[i] = " +
      promise.expression + "\n";
  const ProgramOptions& options = TestOptions();
  const JitKernel kernel = Program::FromSource(text, "fast.py", options).kernel("k");
  const std::vector<float> points = Points(promise);
  std::vector<float> second;
  for (int i = 0; i < kPoints; ++i) {
    second.push_back(SecondPoint(i));
  }
  const DeviceArray<float> x(TestContext(), points);
  const DeviceArray<float> y(TestContext(), second);
  const DeviceArray<float> out(TestContext(), Dims{kPoints});
  kernel.Launch({.grid = (kPoints + 255) / 256, .block = 256}, x, y, out);
  const std::vector<float> results = out.ToVector();
  double largest = 0.0;
  double share = 0.0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const double exact = promise.exact(points[i], second[i]);
    const double error = Error(promise, results[i], exact);
    const double bound = Bound(promise, points[i], second[i]);
    ASSERT_LE(error, bound) << promise.name << " of " << points[i] << ", " << second[i] << " is " << results[i]
                            << ", exactly " << exact;
    largest = std::max(largest, error);
    share = std::max(share, error / bound);
  }
  static constexpr const char* kUnits[] = {"ulp", "absolute", "relative"};
  fmt::print("{}: largest error {:.3g} {}, {:.0f} % of the bound\n", promise.name, largest,
             kUnits[static_cast<std::size_t>(promise.measure)], 100 * share);
}

INSTANTIATE_TEST_SUITE_P(Functions, FastMath, testing::ValuesIn(Promises()),
                         [](const testing::TestParamInfo<Promise>& test) { return test.param.name; });

}  // namespace
}  // namespace kernelc::exec_test
