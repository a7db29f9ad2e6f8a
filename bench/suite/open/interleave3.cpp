// Three arrays become rows of three: stores of stride 3.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::interleave3 {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg x = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg y = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg z = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg points = p.Out(ScalarKind::Float32, {n, 3});
  p.SetArgs({x, y, z, points}, {n});
  p.LaunchFor(n);
  p.bytes = 24.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* x = arrays[0].data<float>();
  const float* y = arrays[1].data<float>();
  const float* z = arrays[2].data<float>();
  float* points = arrays[3].data<float>();
  const std::int64_t n = arrays[0].size();
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    points[3 * i] = x[i];
    points[3 * i + 1] = y[i];
    points[3 * i + 2] = z[i];
  }
}

KC_SUITE_CASE = {"strided", Make, Solve, kExact, 1000, 1 << 21, 1 << 24};

}  // namespace kernelc::bench::suite::interleave3
