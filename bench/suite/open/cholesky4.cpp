// Triangular factors of 4 by 4 matrices in a local array whose indices are all known once loops are
// unrolled.
#include <cmath>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::cholesky4 {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg matrices = p.In(ScalarKind::Float32, {n, 4, 4}, 0, 1);
  float* data = p.data<float>(0);
  for (std::int64_t i = 0; i < 16 * n; ++i) {
    const std::int64_t row = i / 4 % 4;
    const std::int64_t column = i % 4;
    data[i] = row == column  ? 5.0f + data[i]
              : row < column ? data[i]
                             : data[i / 16 * 16 + 4 * column + row];
  }
  const ArrayArg factors = p.Out(ScalarKind::Float32, {n, 4, 4});
  p.SetArgs({matrices, factors}, {n});
  p.LaunchFor(n);
  p.bytes = 128.0 * static_cast<double>(n);
  p.operations = 30.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* matrices = arrays[0].data<float>();
  float* factors = arrays[1].data<float>();
  const std::int64_t n = arrays[0].shape()[0];
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    float m[4][4];
    for (int at = 0; at < 16; ++at) {
      m[at / 4][at % 4] = matrices[16 * i + at];
    }
    for (int k = 0; k < 4; ++k) {
      m[k][k] = std::sqrt(m[k][k]);
      for (int r = k + 1; r < 4; ++r) {
        m[r][k] /= m[k][k];
      }
      for (int c = k + 1; c < 4; ++c) {
        for (int r = c; r < 4; ++r) {
          m[r][c] -= m[r][k] * m[c][k];
        }
      }
    }
    for (int at = 0; at < 16; ++at) {
      factors[16 * i + at] = at % 4 <= at / 4 ? m[at / 4][at % 4] : 0.0f;
    }
  }
}

KC_SUITE_CASE = {"registers", Make, Solve, kSummed, 300, 1 << 18, 1 << 21};

}  // namespace kernelc::bench::suite::cholesky4
