// Escape times in double precision.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::mandelbrot {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg image = p.Out(ScalarKind::UInt8, {n, n});
  p.SetArgs({image, -2.0, 0.5, -1.25, 1.25, std::int64_t{200}}, {n, n});
  p.grid = {std::min(64u, Blocks(n, 32)), std::min(64u, Blocks(n, 8)), 1};
  p.block = {32, 8, 1};
  p.bytes = static_cast<double>(n * n);
  return p;
}

int EscapeTime(double cr, double ci, int limit) {
  double zr = 0.0;
  double zi = 0.0;
  for (int i = 0; i < limit; ++i) {
    const double next = zr * zr - zi * zi + cr;
    zi = 2.0 * zr * zi + ci;
    zr = next;
    if (zr * zr + zi * zi >= 4.0) {
      return i;
    }
  }
  return limit;
}

void Mandelbrot(std::uint8_t* image, double left, double right, double bottom, double top,
                std::int64_t limit, std::int64_t height, std::int64_t width) {
  const double dx = (right - left) / static_cast<double>(width);
  const double dy = (top - bottom) / static_cast<double>(height);
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const double cr = left + static_cast<double>(x) * dx;
      const double ci = bottom + static_cast<double>(y) * dy;
      image[y * width + x] = static_cast<std::uint8_t>(EscapeTime(cr, ci, static_cast<int>(limit)));
    }
  }
}

void Solve(const Problem& p, Arrays a) {
  Mandelbrot(a[0].data<std::uint8_t>(), std::get<double>(p.args[1]), std::get<double>(p.args[2]),
             std::get<double>(p.args[3]), std::get<double>(p.args[4]),
             std::get<std::int64_t>(p.args[5]), a[0].shape()[0], a[0].shape()[1]);
}

KC_SUITE_CASE = {"divergent", Make, Solve, {.outliers = 2e-3}, 64, 1024, 4096};

}  // namespace kernelc::bench::suite::mandelbrot
