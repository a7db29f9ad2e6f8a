// Steps in time that depend on each other, in double precision.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::oscillator {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kSteps = 100;
  Problem p;
  const ArrayArg positions = p.InOut(ScalarKind::Float64, {n}, -1, 1);
  const ArrayArg velocities = p.InOut(ScalarKind::Float64, {n}, -1, 1);
  const ArrayArg stiffness = p.In(ScalarKind::Float64, {n}, 1, 2);
  p.SetArgs({positions, velocities, stiffness, 0.01, kSteps}, {n});
  p.LaunchFor(n);
  p.bytes = 40.0 * static_cast<double>(n);
  p.operations = 6.0 * kSteps * static_cast<double>(n);
  p.operation_type = Operations::Float64;
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  double* positions = arrays[0].data<double>();
  double* velocities = arrays[1].data<double>();
  const double* stiffness = arrays[2].data<double>();
  const double dt = std::get<double>(p.args[3]);
  const auto steps = static_cast<int>(std::get<std::int64_t>(p.args[4]));
  const std::int64_t n = arrays[0].size();
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    double x = positions[i];
    double v = velocities[i];
    const double k = stiffness[i];
    for (int step = 0; step < steps; ++step) {
      v -= 0.5 * dt * k * x;
      x += dt * v;
      v -= 0.5 * dt * k * x;
    }
    positions[i] = x;
    velocities[i] = v;
  }
}

KC_SUITE_CASE = {"double", Make,    Solve,  {.relative = 1e-9, .of_largest = 1e-9},
                 1000,     1 << 18, 1 << 22};

}  // namespace kernelc::bench::suite::oscillator
