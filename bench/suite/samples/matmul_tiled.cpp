// Tiles of 16 by 16 in shared memory.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::matmul_tiled {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg a = p.In(ScalarKind::Float32, {n, n}, 0, 1);
  const ArrayArg b = p.In(ScalarKind::Float32, {n, n}, 0, 1);
  const ArrayArg c = p.Out(ScalarKind::Float32, {n, n});
  p.SetArgs({a, b, c}, {n, n, n});
  p.LaunchFor2d(n, n, {16, 16, 1});
  p.bytes = 12.0 * static_cast<double>(n * n);
  p.operations = 2.0 * static_cast<double>(n) * static_cast<double>(n * n);
  return p;
}

// Blocked for the caches, the innermost loop along rows so that it vectorises.
void MatmulTiled(const float* a, const float* b, float* c, std::int64_t m, std::int64_t n,
                 std::int64_t depth) {
  constexpr std::int64_t kRows = 16;
  constexpr std::int64_t kColumns = 256;
  constexpr std::int64_t kDepth = 64;
#pragma omp parallel for collapse(2) schedule(static)
  for (std::int64_t i0 = 0; i0 < m; i0 += kRows) {
    for (std::int64_t j0 = 0; j0 < n; j0 += kColumns) {
      const std::int64_t i1 = std::min(i0 + kRows, m);
      const std::int64_t j1 = std::min(j0 + kColumns, n);
      for (std::int64_t i = i0; i < i1; ++i) {
        std::fill(c + i * n + j0, c + i * n + j1, 0.0f);
      }
      for (std::int64_t k0 = 0; k0 < depth; k0 += kDepth) {
        const std::int64_t k1 = std::min(k0 + kDepth, depth);
        for (std::int64_t i = i0; i < i1; ++i) {
          for (std::int64_t k = k0; k < k1; ++k) {
            const float factor = a[i * depth + k];
#pragma omp simd
            for (std::int64_t j = j0; j < j1; ++j) {
              c[i * n + j] += factor * b[k * n + j];
            }
          }
        }
      }
    }
  }
}

void Solve(const Problem&, Arrays a) {
  MatmulTiled(a[0].data<float>(), a[1].data<float>(), a[2].data<float>(), a[2].shape()[0],
              a[2].shape()[1], a[0].shape()[1]);
}

KC_SUITE_CASE = {"shared", Make, Solve, kSummed, 40, 1024, 2048};

}  // namespace kernelc::bench::suite::matmul_tiled
