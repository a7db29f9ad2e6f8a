// Escape times: threads of a warp leave their loop at different steps.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::julia {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg image = p.Out(ScalarKind::Int32, {n, n});
  p.SetArgs({image, -0.8f, 0.156f, std::int64_t{300}}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 4.0 * static_cast<double>(n * n);
  return p;
}

int Escape(float x, float y, float cx, float cy, int limit) {
  for (int n = 0; n < limit; ++n) {
    if (x * x + y * y > 4.0f) {
      return n;
    }
    const float next = x * x - y * y + cx;
    y = x * y + x * y + cy;
    x = next;
  }
  return limit;
}

void Solve(const Problem& p, Arrays arrays) {
  auto* image = arrays[0].data<std::int32_t>();
  const std::int64_t height = arrays[0].shape()[0];
  const std::int64_t width = arrays[0].shape()[1];
  const float cx = std::get<float>(p.args[1]);
  const float cy = std::get<float>(p.args[2]);
  const auto limit = static_cast<int>(std::get<std::int64_t>(p.args[3]));
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t row = 0; row < height; ++row) {
    for (std::int64_t column = 0; column < width; ++column) {
      const auto x =
          static_cast<float>(3.0 * static_cast<double>(column) / static_cast<double>(width) - 1.5);
      const auto y =
          static_cast<float>(2.0 * static_cast<double>(row) / static_cast<double>(height) - 1.0);
      image[row * width + column] = Escape(x, y, cx, cy, limit);
    }
  }
}

// A rounding more or less moves the border.
KC_SUITE_CASE = {"divergent", Make, Solve, {.outliers = 0.05}, 45, 512, 4096};

}  // namespace kernelc::bench::suite::julia
