// A recursive filter for each of many channels.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::biquad {

Problem Make(std::int64_t n) {
  Problem p;
  constexpr std::int64_t kSamples = 256;
  const ArrayArg signal = p.In(ScalarKind::Float32, {kSamples, n}, -1, 1);
  const ArrayArg coefficients = p.In(ScalarKind::Float32, {n, 5}, -0.3, 0.3);
  const ArrayArg out = p.Out(ScalarKind::Float32, {kSamples, n});
  p.SetArgs({signal, coefficients, out}, {kSamples, n});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(kSamples * n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* signal = arrays[0].data<float>();
  const float* coefficients = arrays[1].data<float>();
  float* out = arrays[2].data<float>();
  const std::int64_t samples = arrays[0].shape()[0];
  const std::int64_t channels = arrays[0].shape()[1];
  // Channels side by side in vectors, with their last values at hand.
  constexpr std::int64_t kGroup = 64;
#pragma omp parallel for schedule(static)
  for (std::int64_t first = 0; first < channels; first += kGroup) {
    const std::int64_t count = std::min(kGroup, channels - first);
    float c[5][kGroup];
    float last[4][kGroup] = {};
    for (std::int64_t k = 0; k < 5 * count; ++k) {
      c[k % 5][k / 5] = coefficients[5 * first + k];
    }
    for (std::int64_t t = 0; t < samples; ++t) {
#pragma omp simd
      for (std::int64_t k = 0; k < count; ++k) {
        const float x = signal[t * channels + first + k];
        const float y = c[0][k] * x + c[1][k] * last[0][k] + c[2][k] * last[1][k] -
                        c[3][k] * last[2][k] - c[4][k] * last[3][k];
        out[t * channels + first + k] = y;
        last[1][k] = last[0][k];
        last[0][k] = x;
        last[3][k] = last[2][k];
        last[2][k] = y;
      }
    }
  }
}

KC_SUITE_CASE = {"signal", Make, Solve, kSummed, 1000, 1 << 13, 1 << 17};

}  // namespace kernelc::bench::suite::biquad
