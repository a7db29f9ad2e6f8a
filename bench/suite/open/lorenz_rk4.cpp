// Runge-Kutta steps in double precision by a device function that gives three values.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::lorenz_rk4 {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kSteps = 20;
  Problem p;
  const ArrayArg points = p.InOut(ScalarKind::Float64, {n, 3}, 1, 20);
  p.SetArgs({points, 0.001, kSteps}, {n});
  p.LaunchFor(n);
  p.bytes = 48.0 * static_cast<double>(n);
  p.operations = 80.0 * kSteps * static_cast<double>(n);
  p.operation_type = Operations::Float64;
  return p;
}

struct Slope {
  double x, y, z;
};

inline Slope SlopeAt(double x, double y, double z) {
  return {10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z};
}

void Solve(const Problem& p, Arrays arrays) {
  double* points = arrays[0].data<double>();
  const double dt = std::get<double>(p.args[1]);
  const auto steps = static_cast<int>(std::get<std::int64_t>(p.args[2]));
  const std::int64_t n = arrays[0].shape()[0];
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    double x = points[3 * i];
    double y = points[3 * i + 1];
    double z = points[3 * i + 2];
    for (int step = 0; step < steps; ++step) {
      const Slope a = SlopeAt(x, y, z);
      const Slope b = SlopeAt(x + 0.5 * dt * a.x, y + 0.5 * dt * a.y, z + 0.5 * dt * a.z);
      const Slope c = SlopeAt(x + 0.5 * dt * b.x, y + 0.5 * dt * b.y, z + 0.5 * dt * b.z);
      const Slope e = SlopeAt(x + dt * c.x, y + dt * c.y, z + dt * c.z);
      x += dt / 6.0 * (a.x + 2.0 * b.x + 2.0 * c.x + e.x);
      y += dt / 6.0 * (a.y + 2.0 * b.y + 2.0 * c.y + e.y);
      z += dt / 6.0 * (a.z + 2.0 * b.z + 2.0 * c.z + e.z);
    }
    points[3 * i] = x;
    points[3 * i + 1] = y;
    points[3 * i + 2] = z;
  }
}

KC_SUITE_CASE = {"tuples", Make,    Solve,  {.relative = 1e-9, .of_largest = 1e-9},
                 1000,     1 << 16, 1 << 20};

}  // namespace kernelc::bench::suite::lorenz_rk4
