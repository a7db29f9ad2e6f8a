// Running sums of each block of 256, the offset doubled between barriers.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::block_scan {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg data = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg out = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({data, out}, {n});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  constexpr std::int64_t kSize = 256;
  const float* data = arrays[0].data<float>();
  float* out = arrays[1].data<float>();
  const std::int64_t n = arrays[0].size();
#pragma omp parallel for schedule(static)
  for (std::int64_t first = 0; first < n; first += kSize) {
    float sum = 0.0f;
    for (std::int64_t i = first; i < std::min(first + kSize, n); ++i) {
      sum += data[i];
      out[i] = sum;
    }
  }
}

KC_SUITE_CASE = {"shared", Make, Solve, kSummed, 1000, 1 << 21, 1 << 25};

}  // namespace kernelc::bench::suite::block_scan
