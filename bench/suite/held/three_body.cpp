// Three bodies that attract each other, in local arrays and double precision.
#include <cmath>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::three_body {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg start = p.In(ScalarKind::Float64, {n, 6}, -1, 1);
  const ArrayArg out = p.Out(ScalarKind::Float64, {n, 6});
  const ArrayArg masses = p.In(ScalarKind::Float64, {3}, 0.5, 1.5);
  p.SetArgs({start, out, masses, 0.001, std::int64_t{100}}, {n});
  p.LaunchFor(n, 128);
  p.bytes = 96.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  const double* start = arrays[0].data<double>();
  double* out = arrays[1].data<double>();
  const double* masses = arrays[2].data<double>();
  const double dt = std::get<double>(p.args[3]);
  const std::int64_t steps = std::get<std::int64_t>(p.args[4]);
  const std::int64_t n = arrays[0].shape()[0];
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    double position[6];
    double velocity[6] = {};
    for (int k = 0; k < 6; ++k) {
      position[k] = start[6 * i + k];
    }
    for (std::int64_t step = 0; step < steps; ++step) {
      for (int a = 0; a < 3; ++a) {
        double force[2] = {};
        for (int b = 0; b < 3; ++b) {
          const double dx = position[2 * b] - position[2 * a];
          const double dy = position[2 * b + 1] - position[2 * a + 1];
          const double r2 = dx * dx + dy * dy + 1e-2;
          const double pull = masses[b] / (r2 * std::sqrt(r2));
          force[0] += pull * dx;
          force[1] += pull * dy;
        }
        velocity[2 * a] += dt * force[0];
        velocity[2 * a + 1] += dt * force[1];
      }
      for (int k = 0; k < 6; ++k) {
        position[k] += dt * velocity[k];
      }
    }
    for (int k = 0; k < 6; ++k) {
      out[6 * i + k] = position[k];
    }
  }
}

KC_SUITE_CASE = {"physics", Make, Solve, kChaotic, 1000, 1 << 13, 1 << 17};

}  // namespace kernelc::bench::suite::three_body
