// Literals that make the arithmetic of floats double, in both languages.
#include "bench/suite/case.h"
#include "bench/suite/vector_math.h"

namespace kernelc::bench::suite::gelu {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg x = p.In(ScalarKind::Float32, {n}, -4, 4);
  const ArrayArg y = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({x, y}, {n});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* x = arrays[0].data<float>();
  float* y = arrays[1].data<float>();
  const std::int64_t n = arrays[0].size();
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    const double v = x[i];
    y[i] = static_cast<float>(0.5 * v * (1.0 + tanh(0.7978845608 * (v + 0.044715 * v * v * v))));
  }
}

KC_SUITE_CASE = {"compute", Make, Solve, kMath, 1000, 1 << 20, 1 << 23};

}  // namespace kernelc::bench::suite::gelu
