// Escape times in double precision by a loop with two conditions.
#include <cmath>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::burning_ship {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg counts = p.Out(ScalarKind::UInt8, {n, n});
  p.SetArgs({counts, -2.2, -1.8, 3.4 / static_cast<double>(n), std::int64_t{120}}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = static_cast<double>(n * n);
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  auto* counts = arrays[0].data<std::uint8_t>();
  const double left = std::get<double>(p.args[1]);
  const double top = std::get<double>(p.args[2]);
  const double scale = std::get<double>(p.args[3]);
  const auto limit = static_cast<int>(std::get<std::int64_t>(p.args[4]));
  const std::int64_t height = arrays[0].shape()[0];
  const std::int64_t width = arrays[0].shape()[1];
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t row = 0; row < height; ++row) {
    for (std::int64_t column = 0; column < width; ++column) {
      const double cx = left + static_cast<double>(column) * scale;
      const double cy = top + static_cast<double>(row) * scale;
      double x = 0.0;
      double y = 0.0;
      int n = 0;
      while (x * x + y * y <= 4.0 && n < limit) {
        const double next = x * x - y * y + cx;
        y = std::fabs(2.0 * x * y) + cy;
        x = next;
        ++n;
      }
      counts[row * width + column] = static_cast<std::uint8_t>(n);
    }
  }
}

KC_SUITE_CASE = {"divergent", Make, Solve, {.outliers = 2e-2}, 45, 512, 2048};

}  // namespace kernelc::bench::suite::burning_ship
