// Nine numbers of a thread in registers.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::mat3_inverse {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg m = p.In(ScalarKind::Float32, {n, 3, 3}, 0, 1);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t k = 0; k < 3; ++k) {
      p.data<float>(0)[9 * i + 4 * k] += 3.0f;
    }
  }
  const ArrayArg out = p.Out(ScalarKind::Float32, {n, 3, 3});
  p.SetArgs({m, out}, {n});
  p.LaunchFor(n);
  p.bytes = 72.0 * static_cast<double>(n);
  p.operations = 50.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const std::int64_t n = arrays[0].shape()[0];
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    const float* m = arrays[0].data<float>() + 9 * i;
    float* out = arrays[1].data<float>() + 9 * i;
    const float det = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
                      m[2] * (m[3] * m[7] - m[4] * m[6]);
    out[0] = (m[4] * m[8] - m[5] * m[7]) / det;
    out[1] = (m[2] * m[7] - m[1] * m[8]) / det;
    out[2] = (m[1] * m[5] - m[2] * m[4]) / det;
    out[3] = (m[5] * m[6] - m[3] * m[8]) / det;
    out[4] = (m[0] * m[8] - m[2] * m[6]) / det;
    out[5] = (m[2] * m[3] - m[0] * m[5]) / det;
    out[6] = (m[3] * m[7] - m[4] * m[6]) / det;
    out[7] = (m[1] * m[6] - m[0] * m[7]) / det;
    out[8] = (m[0] * m[4] - m[1] * m[3]) / det;
  }
}

KC_SUITE_CASE = {"registers", Make, Solve, kSummed, 300, 1 << 18, 1 << 21};

}  // namespace kernelc::bench::suite::mat3_inverse
