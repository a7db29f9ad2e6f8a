// Rows of a sparse matrix, 16 elements each.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::spmv {

Problem Make(std::int64_t n) {
  Problem p;
  constexpr std::int64_t kPerRow = 16;
  const ArrayArg indptr = p.In(ScalarKind::Int32, {n + 1}, 0, 1);
  for (std::int64_t row = 0; row <= n; ++row) {
    p.data<std::int32_t>(0)[row] = static_cast<std::int32_t>(row * kPerRow);
  }
  const ArrayArg indices = p.In(ScalarKind::Int32, {n * kPerRow}, 0, static_cast<double>(n));
  const ArrayArg values = p.In(ScalarKind::Float32, {n * kPerRow}, 0, 1);
  const ArrayArg x = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg y = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({indptr, indices, values, x, y}, {n});
  p.LaunchFor(n);
  p.bytes = 4.0 * static_cast<double>(n * (2 * kPerRow + 3));
  return p;
}

void Spmv(const std::int32_t* indptr, const std::int32_t* indices, const float* values,
          const float* x, float* y, std::int64_t rows) {
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row) {
    float total = 0.0f;
#pragma omp simd reduction(+ : total)
    for (std::int32_t k = indptr[row]; k < indptr[row + 1]; ++k) {
      total += values[k] * x[indices[k]];
    }
    y[row] = total;
  }
}

void Solve(const Problem&, Arrays a) {
  Spmv(a[0].data<std::int32_t>(), a[1].data<std::int32_t>(), a[2].data<float>(), a[3].data<float>(),
       a[4].data<float>(), a[4].size());
}

KC_SUITE_CASE = {"indirect", Make, Solve, kSummed, 500, 1 << 18, 1 << 20};

}  // namespace kernelc::bench::suite::spmv
