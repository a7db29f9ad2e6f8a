// An image enlarged: places that are computed as numbers with a point.
#include <algorithm>
#include <vector>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::bilinear_resize {

Problem Make(std::int64_t n) {
  Problem p;
  const std::int64_t rows = n * 3 / 4;
  const ArrayArg image = p.In(ScalarKind::Float32, {rows, rows}, 0, 1);
  const ArrayArg out = p.Out(ScalarKind::Float32, {n, n});
  p.SetArgs({image, out}, {rows, rows, n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 4.0 * static_cast<double>(n * n + rows * rows);
  return p;
}

// Two neighbours of a place in a row or column, and the second one's weight.
struct Neighbours {
  std::int64_t first;
  std::int64_t second;
  float weight;
};

Neighbours NeighboursOf(std::int64_t place, std::int64_t size, std::int64_t from) {
  const float at =
      (static_cast<float>(place) + 0.5f) * static_cast<float>(from) / static_cast<float>(size) -
      0.5f;
  const float inside = std::max(at, 0.0f);
  const auto first = static_cast<std::int64_t>(inside);
  return {first, std::min(first + 1, from - 1), inside - static_cast<float>(first)};
}

void Solve(const Problem&, Arrays arrays) {
  const float* image = arrays[0].data<float>();
  float* out = arrays[1].data<float>();
  const std::int64_t rows = arrays[0].shape()[0];
  const std::int64_t columns = arrays[0].shape()[1];
  const std::int64_t height = arrays[1].shape()[0];
  const std::int64_t width = arrays[1].shape()[1];
  // The same for all rows.
  std::vector<Neighbours> across(static_cast<std::size_t>(width));
  for (std::int64_t x = 0; x < width; ++x) {
    across[static_cast<std::size_t>(x)] = NeighboursOf(x, width, columns);
  }
#pragma omp parallel for schedule(static)
  for (std::int64_t y = 0; y < height; ++y) {
    const Neighbours down = NeighboursOf(y, height, rows);
    const float* upper = image + down.first * columns;
    const float* lower = image + down.second * columns;
    for (std::int64_t x = 0; x < width; ++x) {
      const auto& [first, second, weight] = across[static_cast<std::size_t>(x)];
      const float top = upper[first] * (1.0f - weight) + upper[second] * weight;
      const float bottom = lower[first] * (1.0f - weight) + lower[second] * weight;
      out[y * width + x] = top * (1.0f - down.weight) + bottom * down.weight;
    }
  }
}

KC_SUITE_CASE = {"image", Make, Solve, {.relative = 1e-3, .of_largest = 2e-3}, 40, 1024, 6144};

}  // namespace kernelc::bench::suite::bilinear_resize
