// A loop over the grid.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::saxpy {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg x = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg y = p.InOut(ScalarKind::Float32, {n}, 0, 1);
  p.SetArgs({2.5f, x, y}, {n});
  p.LaunchStride();
  p.bytes = 12.0 * static_cast<double>(n);
  p.operations = 2.0 * static_cast<double>(n);
  return p;
}

void Saxpy(float a, const float* x, float* y, std::int64_t n) {
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    y[i] = a * x[i] + y[i];
  }
}

void Solve(const Problem& p, Arrays a) {
  Saxpy(std::get<float>(p.args[0]), a[0].data<float>(), a[1].data<float>(), a[1].size());
}

KC_SUITE_CASE = {"memory", Make, Solve, kFused, 1000, 1 << 24, 1 << 27};

}  // namespace kernelc::bench::suite::saxpy
