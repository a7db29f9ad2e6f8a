// Products of 4 by 4 matrices, one a thread.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::mat4_mul {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg a = p.In(ScalarKind::Float32, {n, 4, 4}, 0, 1);
  const ArrayArg b = p.In(ScalarKind::Float32, {n, 4, 4}, 0, 1);
  const ArrayArg out = p.Out(ScalarKind::Float32, {n, 4, 4});
  p.SetArgs({a, b, out}, {n});
  p.LaunchFor(n);
  p.bytes = 192.0 * static_cast<double>(n);
  p.operations = 128.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* a = arrays[0].data<float>();
  const float* b = arrays[1].data<float>();
  float* out = arrays[2].data<float>();
  const std::int64_t n = arrays[0].shape()[0];
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t row = 0; row < 4; ++row) {
      float totals[4] = {};
      for (std::int64_t k = 0; k < 4; ++k) {
#pragma omp simd
        for (std::int64_t column = 0; column < 4; ++column) {
          totals[column] += a[16 * i + 4 * row + k] * b[16 * i + 4 * k + column];
        }
      }
      for (std::int64_t column = 0; column < 4; ++column) {
        out[16 * i + 4 * row + column] = totals[column];
      }
    }
  }
}

KC_SUITE_CASE = {"registers", Make, Solve, kSummed, 300, 1 << 17, 1 << 20};

}  // namespace kernelc::bench::suite::mat4_mul
