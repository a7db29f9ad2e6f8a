// A chain of dependent arithmetic, its length a scalar.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::logistic_map {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kSteps = 200;
  Problem p;
  // Below 3 the iteration goes to one point: a rounding more or less stays one.
  const ArrayArg rates = p.In(ScalarKind::Float32, {n}, 1.5, 2.9);
  const ArrayArg out = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({rates, out, kSteps}, {n});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n);
  p.operations = 3.0 * kSteps * static_cast<double>(n);
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  const float* rates = arrays[0].data<float>();
  float* out = arrays[1].data<float>();
  const std::int64_t n = arrays[0].size();
  const auto steps = static_cast<int>(std::get<std::int64_t>(p.args[2]));
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    const float r = rates[i];
    float x = 0.5f;
    for (int step = 0; step < steps; ++step) {
      x = r * x * (1.0f - x);
    }
    out[i] = x;
  }
}

KC_SUITE_CASE = {"compute", Make, Solve, kMath, 1000, 1 << 20, 1 << 24};

}  // namespace kernelc::bench::suite::logistic_map
