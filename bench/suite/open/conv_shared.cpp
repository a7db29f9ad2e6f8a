// A window of 17 from a tile with its borders in shared memory.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::conv_shared {

constexpr std::int64_t kRadius = 8;

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg x = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg weights = p.In(ScalarKind::Float32, {2 * kRadius + 1}, 0, 1);
  const ArrayArg out = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({x, weights, out}, {n});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n);
  p.operations = 2.0 * (2 * kRadius + 1) * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* x = arrays[0].data<float>();
  const float* weights = arrays[1].data<float>();
  float* out = arrays[2].data<float>();
  const std::int64_t n = arrays[0].size();
  const auto at_border = [=](std::int64_t i) {
    float total = 0.0f;
    for (std::int64_t k = std::max<std::int64_t>(0, kRadius - i);
         k < std::min(2 * kRadius + 1, n + kRadius - i); ++k) {
      total += weights[k] * x[i + k - kRadius];
    }
    return total;
  };
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = kRadius; i < n - kRadius; ++i) {
    float total = 0.0f;
    for (std::int64_t k = 0; k < 2 * kRadius + 1; ++k) {
      total += weights[k] * x[i + k - kRadius];
    }
    out[i] = total;
  }
  for (std::int64_t i = 0; i < std::min(kRadius, n); ++i) {
    out[i] = at_border(i);
    out[n - 1 - i] = at_border(n - 1 - i);
  }
}

KC_SUITE_CASE = {"shared", Make, Solve, kSummed, 1000, 1 << 21, 1 << 25};

}  // namespace kernelc::bench::suite::conv_shared
