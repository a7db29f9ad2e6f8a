// Neighbouring threads read a row's length apart.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::matmul_naive {

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

// The textbook's three loops, one sum an element.
void MatmulNaive(const float* a, const float* b, float* c, std::int64_t m, std::int64_t n,
                 std::int64_t depth) {
#pragma omp parallel for collapse(2) schedule(static)
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      float total = 0.0f;
      for (std::int64_t k = 0; k < depth; ++k) {
        total += a[i * depth + k] * b[k * n + j];
      }
      c[i * n + j] = total;
    }
  }
}

void Solve(const Problem&, Arrays a) {
  MatmulNaive(a[0].data<float>(), a[1].data<float>(), a[2].data<float>(), a[2].shape()[0],
              a[2].shape()[1], a[0].shape()[1]);
}

KC_SUITE_CASE = {"strided", Make, Solve, kSummed, 40, 512, 2048};

}  // namespace kernelc::bench::suite::matmul_naive
