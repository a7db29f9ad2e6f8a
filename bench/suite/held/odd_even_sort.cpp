// A barrier a step, half of the threads at work.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::odd_even_sort {

constexpr std::int64_t kSize = 128;

Problem Make(std::int64_t blocks) {
  Problem p;
  const ArrayArg data = p.InOut(ScalarKind::Float32, {blocks * kSize}, 0, 1);
  p.SetArgs({data}, {});
  p.LaunchFor(blocks * kSize, kSize);
  p.bytes = 8.0 * static_cast<double>(blocks * kSize);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const std::int64_t blocks = arrays[0].size() / kSize;
#pragma omp parallel for schedule(static)
  for (std::int64_t b = 0; b < blocks; ++b) {
    float* s = arrays[0].data<float>() + b * kSize;
    for (std::int64_t phase = 0; phase < kSize; ++phase) {
#pragma omp simd
      for (std::int64_t i = phase % 2; i < kSize - 1; i += 2) {
        const float low = std::min(s[i], s[i + 1]);
        s[i + 1] = std::max(s[i], s[i + 1]);
        s[i] = low;
      }
    }
  }
}

KC_SUITE_CASE = {"shared", Make, Solve, kExact, 3, 2048, 32768};

}  // namespace kernelc::bench::suite::odd_even_sort
