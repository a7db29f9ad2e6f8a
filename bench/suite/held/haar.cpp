// A wavelet transform of each block of 512: values that live over a barrier, ever fewer threads.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::haar {

constexpr std::int64_t kSize = 512;

Problem Make(std::int64_t blocks) {
  Problem p;
  const ArrayArg signal = p.In(ScalarKind::Float32, {blocks * kSize}, -1, 1);
  const ArrayArg out = p.Out(ScalarKind::Float32, {blocks * kSize});
  p.SetArgs({signal, out}, {});
  p.LaunchFor(blocks * kSize, kSize);
  p.bytes = 8.0 * static_cast<double>(blocks * kSize);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const std::int64_t blocks = arrays[0].size() / kSize;
#pragma omp parallel for schedule(static)
  for (std::int64_t b = 0; b < blocks; ++b) {
    float values[kSize];
    float next[kSize];
    std::copy_n(arrays[0].data<float>() + b * kSize, kSize, values);
    for (std::int64_t half = kSize / 2; half > 0; half /= 2) {
#pragma omp simd
      for (std::int64_t i = 0; i < half; ++i) {
        next[i] = (values[2 * i] + values[2 * i + 1]) * 0.70710678f;
        next[half + i] = (values[2 * i] - values[2 * i + 1]) * 0.70710678f;
      }
      std::copy_n(next, 2 * half, values);
    }
    std::copy_n(values, kSize, arrays[1].data<float>() + b * kSize);
  }
}

KC_SUITE_CASE = {"shared", Make, Solve, kSummed, 3, 4096, 65536};

}  // namespace kernelc::bench::suite::haar
