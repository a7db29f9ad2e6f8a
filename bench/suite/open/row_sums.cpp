// A thread for each row: neighbours read a row's length apart.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::row_sums {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kWidth = 256;
  Problem p;
  const ArrayArg a = p.In(ScalarKind::Float32, {n, kWidth}, 0, 1);
  const ArrayArg sums = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({a, sums}, {n, kWidth});
  p.LaunchFor(n);
  p.bytes = 4.0 * static_cast<double>(n * kWidth);
  p.operations = static_cast<double>(n * kWidth);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* a = arrays[0].data<float>();
  float* sums = arrays[1].data<float>();
  const std::int64_t height = arrays[0].shape()[0];
  const std::int64_t width = arrays[0].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < height; ++row) {
    float total = 0.0f;
#pragma omp simd reduction(+ : total)
    for (std::int64_t column = 0; column < width; ++column) {
      total += a[row * width + column];
    }
    sums[row] = total;
  }
}

KC_SUITE_CASE = {"strided", Make, Solve, kSummed, 300, 1 << 14, 1 << 17};

}  // namespace kernelc::bench::suite::row_sums
