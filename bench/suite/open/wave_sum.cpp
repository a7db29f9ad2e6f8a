// Sines of the library in a loop.
#include "bench/suite/case.h"
#include "bench/suite/vector_math.h"

namespace kernelc::bench::suite::wave_sum {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kWaves = 24;
  Problem p;
  const ArrayArg t = p.In(ScalarKind::Float32, {n}, 0, 10);
  const ArrayArg amplitude = p.In(ScalarKind::Float32, {kWaves}, 0, 1);
  const ArrayArg frequency = p.In(ScalarKind::Float32, {kWaves}, 0, 20);
  const ArrayArg phase = p.In(ScalarKind::Float32, {kWaves}, 0, 6);
  const ArrayArg out = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({t, amplitude, frequency, phase, out}, {n, kWaves});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* t = arrays[0].data<float>();
  const float* amplitude = arrays[1].data<float>();
  const float* frequency = arrays[2].data<float>();
  const float* phase = arrays[3].data<float>();
  float* out = arrays[4].data<float>();
  const std::int64_t n = arrays[0].size();
  const std::int64_t waves = arrays[1].size();
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    float total = 0.0f;
    for (std::int64_t k = 0; k < waves; ++k) {
      total += amplitude[k] * sinf(frequency[k] * t[i] + phase[k]);
    }
    out[i] = total;
  }
}

KC_SUITE_CASE = {"compute", Make,    Solve,  {.relative = 1e-4, .of_largest = 1e-4},
                 1000,      1 << 18, 1 << 23};

}  // namespace kernelc::bench::suite::wave_sum
