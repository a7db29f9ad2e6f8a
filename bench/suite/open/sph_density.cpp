// Density of particles that lie in cells: loops of three around loops over the particles of a cell.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::sph_density {

Problem Make(std::int64_t n) {
  Problem p;
  constexpr std::int64_t kEach = 4;
  const std::int64_t cells = n * n * n;
  const ArrayArg points = p.In(ScalarKind::Float32, {kEach * cells, 3}, 0, 1);
  const ArrayArg starts = p.In(ScalarKind::Int32, {cells + 1}, 0, 1);
  float* at = p.data<float>(points.index);
  for (std::int64_t c = 0; c < cells; ++c) {
    p.data<std::int32_t>(starts.index)[c] = static_cast<std::int32_t>(c * kEach);
    for (std::int64_t k = 0; k < kEach; ++k) {
      float* point = at + 3 * (c * kEach + k);
      point[0] = (static_cast<float>(c % n) + 0.05f + 0.9f * point[0]) * 0.5f;
      point[1] = (static_cast<float>(c / n % n) + 0.05f + 0.9f * point[1]) * 0.5f;
      point[2] = (static_cast<float>(c / n / n) + 0.05f + 0.9f * point[2]) * 0.5f;
    }
  }
  p.data<std::int32_t>(starts.index)[cells] = static_cast<std::int32_t>(cells * kEach);
  const ArrayArg density = p.Out(ScalarKind::Float32, {kEach * cells});
  p.SetArgs({points, starts, density, n, 0.5f}, {kEach * cells});
  p.LaunchFor(kEach * cells);
  p.bytes = 16.0 * static_cast<double>(kEach * cells);
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  const float* points = arrays[0].data<float>();
  const auto* starts = arrays[1].data<std::int32_t>();
  float* density = arrays[2].data<float>();
  const std::int64_t size = std::get<std::int64_t>(p.args[3]);
  const float reach = std::get<float>(p.args[4]);
  const std::int64_t n = arrays[0].shape()[0];
  // The cells of a row of three lie side by side, and so do their particles.
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    const float x = points[3 * i];
    const float y = points[3 * i + 1];
    const float z = points[3 * i + 2];
    const auto cx = static_cast<std::int64_t>(x / reach);
    const auto cy = static_cast<std::int64_t>(y / reach);
    const auto cz = static_cast<std::int64_t>(z / reach);
    float total = 0.0f;
    for (std::int64_t az = std::max<std::int64_t>(cz - 1, 0); az <= std::min(cz + 1, size - 1);
         ++az) {
      for (std::int64_t ay = std::max<std::int64_t>(cy - 1, 0); ay <= std::min(cy + 1, size - 1);
           ++ay) {
        const std::int64_t row = (az * size + ay) * size;
        const std::int32_t last = starts[row + std::min(cx + 1, size - 1) + 1];
        for (std::int32_t j = starts[row + std::max<std::int64_t>(cx - 1, 0)]; j < last; ++j) {
          const float rx = points[3 * j] - x;
          const float ry = points[3 * j + 1] - y;
          const float rz = points[3 * j + 2] - z;
          const float rest = std::max(reach * reach - (rx * rx + ry * ry + rz * rz), 0.0f);
          total += rest * rest * rest;
        }
      }
    }
    density[i] = total;
  }
}

KC_SUITE_CASE = {"physics", Make, Solve, {.relative = 1e-3, .of_largest = 1e-4}, 6, 24, 64};

}  // namespace kernelc::bench::suite::sph_density
