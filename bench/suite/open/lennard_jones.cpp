// Forces of listed neighbours, some beyond the cutoff: a device function that gives two values or
// zeros.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::lennard_jones {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kNeighbours = 32;
  Problem p;
  const ArrayArg points = p.In(ScalarKind::Float32, {n, 3}, 0, 8);
  const ArrayArg neighbours = p.In(ScalarKind::Int32, {kNeighbours, n}, 0, static_cast<double>(n));
  // Points of a lattice are never too near, and no point is its own neighbour.
  float* at = p.data<float>(points.index);
  auto* list = p.data<std::int32_t>(neighbours.index);
  for (std::int64_t i = 0; i < n; ++i) {
    at[3 * i] = static_cast<float>(i % 8);
    at[3 * i + 1] = static_cast<float>(i / 8 % 8);
    at[3 * i + 2] = static_cast<float>(i / 64 % 8) +
                    0.25f * static_cast<float>(i / 512) / static_cast<float>(n);
    for (std::int64_t k = 0; k < kNeighbours; ++k) {
      std::int32_t& j = list[k * n + i];
      j = j % 512 == i % 512 ? static_cast<std::int32_t>((j + 1) % n) : j;
    }
  }
  const ArrayArg forces = p.Out(ScalarKind::Float32, {n, 3});
  const ArrayArg energies = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({points, neighbours, forces, energies, 16.0f}, {n, kNeighbours});
  p.LaunchFor(n);
  p.bytes = 4.0 * static_cast<double>(n * (kNeighbours + 7));
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  const float* points = arrays[0].data<float>();
  const auto* neighbours = arrays[1].data<std::int32_t>();
  float* forces = arrays[2].data<float>();
  float* energies = arrays[3].data<float>();
  const float cutoff = std::get<float>(p.args[4]);
  const std::int64_t count = arrays[1].shape()[0];
  const std::int64_t n = arrays[1].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    float sums[4] = {};
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t j = neighbours[k * n + i];
      const float dx = points[3 * j] - points[3 * i];
      const float dy = points[3 * j + 1] - points[3 * i + 1];
      const float dz = points[3 * j + 2] - points[3 * i + 2];
      const float r2 = dx * dx + dy * dy + dz * dz;
      if (r2 <= cutoff) {
        const float inverse = 1.0f / r2;
        const float s6 = inverse * inverse * inverse;
        const float force = 24.0f * s6 * (2.0f * s6 - 1.0f) * inverse;
        sums[0] += force * dx;
        sums[1] += force * dy;
        sums[2] += force * dz;
        sums[3] += 4.0f * s6 * (s6 - 1.0f);
      }
    }
    for (std::int64_t k = 0; k < 3; ++k) {
      forces[3 * i + k] = sums[k];
    }
    energies[i] = sums[3];
  }
}

KC_SUITE_CASE = {"tuples", Make,    Solve,  {.relative = 1e-3, .of_largest = 1e-4},
                 1000,     1 << 16, 1 << 20};

}  // namespace kernelc::bench::suite::lennard_jones
