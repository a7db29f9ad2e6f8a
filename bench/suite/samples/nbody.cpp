// Every pair of bodies, tiles in shared memory.
#include <cmath>
#include <vector>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::nbody {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg bodies = p.In(ScalarKind::Float32, {n, 4}, 0, 1);
  const ArrayArg acceleration = p.Out(ScalarKind::Float32, {n, 3});
  p.SetArgs({bodies, acceleration}, {n});
  p.LaunchFor(n);
  p.bytes = 28.0 * static_cast<double>(n);
  p.operations = 20.0 * static_cast<double>(n) * static_cast<double>(n);
  return p;
}

void Nbody(const float* bodies, float* acceleration, std::int64_t n) {
  constexpr float kSoftening = 1e-3f;
  // One array a component, so that the inner loop reads whole vectors.
  const auto size = static_cast<std::size_t>(n);
  std::vector<float> xs(size);
  std::vector<float> ys(size);
  std::vector<float> zs(size);
  std::vector<float> masses(size);
  for (std::size_t i = 0; i < size; ++i) {
    xs[i] = bodies[4 * i];
    ys[i] = bodies[4 * i + 1];
    zs[i] = bodies[4 * i + 2];
    masses[i] = bodies[4 * i + 3];
  }
  const float* px = xs.data();
  const float* py = ys.data();
  const float* pz = zs.data();
  const float* mass = masses.data();
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    const float x = px[i];
    const float y = py[i];
    const float z = pz[i];
    float ax = 0.0f;
    float ay = 0.0f;
    float az = 0.0f;
#pragma omp simd reduction(+ : ax, ay, az)
    for (std::int64_t j = 0; j < n; ++j) {
      const float dx = px[j] - x;
      const float dy = py[j] - y;
      const float dz = pz[j] - z;
      const float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + kSoftening);
      const float pull = mass[j] * inverse * inverse * inverse;
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    acceleration[3 * i] = ax;
    acceleration[3 * i + 1] = ay;
    acceleration[3 * i + 2] = az;
  }
}

void Solve(const Problem&, Arrays a) {
  Nbody(a[0].data<float>(), a[1].data<float>(), a[0].shape()[0]);
}

KC_SUITE_CASE = {"compute", Make, Solve, kSummed, 300, 8192, 32768};

}  // namespace kernelc::bench::suite::nbody
