// Sums at places that are computed: floats to indices, two bounds each.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::histogram_2d {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kBins = 128;
  Problem p;
  // Some lie outside. Products by 128 are exact in either precision.
  const ArrayArg x = p.In(ScalarKind::Float32, {n}, 0, 1.1);
  const ArrayArg y = p.In(ScalarKind::Float32, {n}, 0, 1.1);
  const ArrayArg weights = p.In(ScalarKind::Int32, {n}, 0, 5);
  const ArrayArg bins = p.Out(ScalarKind::Int32, {kBins, kBins});
  p.SetArgs({x, y, weights, bins}, {n, kBins, kBins});
  p.LaunchStride();
  p.bytes = 12.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* x = arrays[0].data<float>();
  const float* y = arrays[1].data<float>();
  const auto* weights = arrays[2].data<std::int32_t>();
  auto* bins = arrays[3].data<std::int32_t>();
  const std::int64_t rows = arrays[3].shape()[0];
  const std::int64_t columns = arrays[3].shape()[1];
  const std::int64_t n = arrays[0].size();
#pragma omp parallel
  {
    std::vector<std::int32_t> local(static_cast<std::size_t>(rows * columns));
#pragma omp for schedule(static) nowait
    for (std::int64_t i = 0; i < n; ++i) {
      const auto row = static_cast<std::int64_t>(y[i] * static_cast<float>(rows));
      const auto column = static_cast<std::int64_t>(x[i] * static_cast<float>(columns));
      if (row < rows && column < columns) {
        local[static_cast<std::size_t>(row * columns + column)] += weights[i];
      }
    }
#pragma omp critical(histogram_2d)
    for (std::size_t b = 0; b < local.size(); ++b) {
      bins[b] += local[b];
    }
  }
}

KC_SUITE_CASE = {"atomics", Make, Solve, kExact, 1000, 1 << 21, 1 << 24};

}  // namespace kernelc::bench::suite::histogram_2d
