// A polynomial of 128 terms whose coefficients lie in an array.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::horner {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kTerms = 128;
  Problem p;
  const ArrayArg x = p.In(ScalarKind::Float32, {n}, -1, 1);
  const ArrayArg coefficients = p.In(ScalarKind::Float32, {kTerms}, -1, 1);
  const ArrayArg y = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({x, coefficients, y}, {n, kTerms});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n);
  p.operations = 2.0 * kTerms * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* x = arrays[0].data<float>();
  const float* coefficients = arrays[1].data<float>();
  float* y = arrays[2].data<float>();
  const std::int64_t n = arrays[0].size();
  const std::int64_t terms = arrays[1].size();
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    float result = 0.0f;
    for (std::int64_t k = 0; k < terms; ++k) {
      result = result * x[i] + coefficients[k];
    }
    y[i] = result;
  }
}

KC_SUITE_CASE = {"compute", Make, Solve, kMath, 1000, 1 << 20, 1 << 24};

}  // namespace kernelc::bench::suite::horner
