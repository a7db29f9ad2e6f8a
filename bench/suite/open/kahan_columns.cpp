// Compensated sums: each step waits for the one before.
#include <algorithm>
#include <vector>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::kahan_columns {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kRows = 256;
  Problem p;
  const ArrayArg a = p.In(ScalarKind::Float32, {kRows, n}, -1, 1);
  const ArrayArg sums = p.Out(ScalarKind::Float64, {n});
  p.SetArgs({a, sums}, {kRows, n});
  p.LaunchFor(n);
  p.bytes = 4.0 * static_cast<double>(kRows * n);
  p.operations = 4.0 * static_cast<double>(kRows * n);
  p.operation_type = Operations::Float64;
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  constexpr std::int64_t kColumns = 512;
  const float* a = arrays[0].data<float>();
  double* sums = arrays[1].data<double>();
  const std::int64_t height = arrays[0].shape()[0];
  const std::int64_t width = arrays[0].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t first = 0; first < width; first += kColumns) {
    double lost[kColumns] = {};
    const std::int64_t count = std::min(kColumns, width - first);
    double* total = sums + first;
    std::fill(total, total + count, 0.0);
    for (std::int64_t row = 0; row < height; ++row) {
      const float* values = a + row * width + first;
#pragma omp simd
      for (std::int64_t i = 0; i < count; ++i) {
        const double value = static_cast<double>(values[i]) - lost[i];
        const double next_total = total[i] + value;
        lost[i] = (next_total - total[i]) - value;
        total[i] = next_total;
      }
    }
  }
}

KC_SUITE_CASE = {"latency", Make,    Solve,  {.relative = 1e-12, .of_largest = 1e-12},
                 1000,      1 << 15, 1 << 18};

}  // namespace kernelc::bench::suite::kahan_columns
