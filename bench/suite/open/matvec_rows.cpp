// A matrix times a vector, a warp for each row.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::matvec_rows {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg a = p.In(ScalarKind::Float32, {n, n}, 0, 1);
  const ArrayArg x = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg y = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({a, x, y}, {n, n});
  p.LaunchFor(n * 32);
  p.bytes = 4.0 * static_cast<double>(n * n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* a = arrays[0].data<float>();
  const float* x = arrays[1].data<float>();
  float* y = arrays[2].data<float>();
  const std::int64_t n = arrays[0].shape()[0];
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < n; ++row) {
    float total = 0.0f;
#pragma omp simd reduction(+ : total)
    for (std::int64_t i = 0; i < n; ++i) {
      total += a[row * n + i] * x[i];
    }
    y[row] = total;
  }
}

KC_SUITE_CASE = {"warp", Make, Solve, kSummed, 100, 1024, 8192};

}  // namespace kernelc::bench::suite::matvec_rows
