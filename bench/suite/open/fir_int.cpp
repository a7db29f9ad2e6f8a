// A filter of 16-bit numbers: sums of products of a window.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::fir_int {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kTaps = 32;
  Problem p;
  const ArrayArg samples = p.In(ScalarKind::Int16, {n + kTaps}, -2000, 2000);
  const ArrayArg taps = p.In(ScalarKind::Int16, {kTaps}, -256, 256);
  const ArrayArg out = p.Out(ScalarKind::Int32, {n});
  p.SetArgs({samples, taps, out}, {n, kTaps});
  p.LaunchFor(n);
  p.bytes = 6.0 * static_cast<double>(n);
  p.operations = 2.0 * kTaps * static_cast<double>(n);
  p.operation_type = Operations::Int32;
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const auto* samples = arrays[0].data<std::int16_t>();
  const auto* taps = arrays[1].data<std::int16_t>();
  auto* out = arrays[2].data<std::int32_t>();
  const std::int64_t tap_count = arrays[1].size();
  const std::int64_t n = arrays[2].size();
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    std::int32_t total = 0;
    for (std::int64_t k = 0; k < tap_count; ++k) {
      total += samples[i + k] * taps[k];
    }
    out[i] = total >> 8;
  }
}

KC_SUITE_CASE = {"integer", Make, Solve, kExact, 1000, 1 << 20, 1 << 24};

}  // namespace kernelc::bench::suite::fir_int
