// Softmax of rows, a block for each.
#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/suite/case.h"
#include "bench/suite/vector_math.h"

namespace kernelc::bench::suite::softmax_rows {

Problem Make(std::int64_t rows) {
  constexpr std::int64_t kWidth = 1000;
  Problem p;
  const ArrayArg x = p.In(ScalarKind::Float32, {rows, kWidth}, -4, 4);
  const ArrayArg y = p.Out(ScalarKind::Float32, {rows, kWidth});
  p.SetArgs({x, y}, {rows, kWidth});
  p.grid = {static_cast<std::uint32_t>(rows), 1, 1};
  p.block = {128, 1, 1};
  p.bytes = 8.0 * static_cast<double>(rows * kWidth);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const std::int64_t rows = arrays[0].shape()[0];
  const std::int64_t n = arrays[0].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row) {
    const float* x = arrays[0].data<float>() + row * n;
    float* y = arrays[1].data<float>() + row * n;
    float largest = -std::numeric_limits<float>::infinity();
#pragma omp simd reduction(max : largest)
    for (std::int64_t i = 0; i < n; ++i) {
      largest = std::max(largest, x[i]);
    }
    float total = 0.0f;
#pragma omp simd reduction(+ : total)
    for (std::int64_t i = 0; i < n; ++i) {
      y[i] = expf(x[i] - largest);
      total += y[i];
    }
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) {
      y[i] /= total;
    }
  }
}

KC_SUITE_CASE = {"shared", Make, Solve, kMath, 5, 1024, 16384};

}  // namespace kernelc::bench::suite::softmax_rows
