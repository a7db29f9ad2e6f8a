// Counts of bytes in shared memory first.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::histogram {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg data = p.In(ScalarKind::UInt8, {n}, 0, 256);
  const ArrayArg bins = p.Out(ScalarKind::Int32, {256});
  p.SetArgs({data, bins}, {n});
  p.LaunchStride();
  p.bytes = static_cast<double>(n);
  return p;
}

void Histogram(const std::uint8_t* data, std::int32_t* bins, std::int64_t n) {
  constexpr int kBins = 256;
#pragma omp parallel
  {
    std::int32_t counts[kBins] = {};
#pragma omp for schedule(static) nowait
    for (std::int64_t i = 0; i < n; ++i) {
      ++counts[data[i]];
    }
#pragma omp critical
    for (int b = 0; b < kBins; ++b) {
      bins[b] += counts[b];
    }
  }
}

void Solve(const Problem&, Arrays a) {
  Histogram(a[0].data<std::uint8_t>(), a[1].data<std::int32_t>(), a[0].size());
}

KC_SUITE_CASE = {"atomics", Make, Solve, kExact, 3000, 1 << 24, 1 << 27};

}  // namespace kernelc::bench::suite::histogram
