// Gradients of bytes by a loop of three with weights that follow from its counter.
#include <algorithm>
#include <cstdlib>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::sobel_u8 {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg image = p.In(ScalarKind::UInt8, {n, n}, 0, 256);
  const ArrayArg out = p.Out(ScalarKind::UInt8, {n, n});
  p.SetArgs({image, out}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 2.0 * static_cast<double>(n * n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const auto* image = arrays[0].data<std::uint8_t>();
  auto* out = arrays[1].data<std::uint8_t>();
  const std::int64_t height = arrays[0].shape()[0];
  const std::int64_t width = arrays[0].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t y = 1; y < height - 1; ++y) {
    const std::uint8_t* above = image + (y - 1) * width;
    const std::uint8_t* row = image + y * width;
    const std::uint8_t* below = image + (y + 1) * width;
#pragma omp simd
    for (std::int64_t x = 1; x < width - 1; ++x) {
      const int gx =
          above[x + 1] - above[x - 1] + 2 * (row[x + 1] - row[x - 1]) + below[x + 1] - below[x - 1];
      const int gy =
          below[x - 1] - above[x - 1] + 2 * (below[x] - above[x]) + below[x + 1] - above[x + 1];
      out[y * width + x] = static_cast<std::uint8_t>(std::min(std::abs(gx) + std::abs(gy), 255));
    }
  }
}

KC_SUITE_CASE = {"image", Make, Solve, kExact, 40, 1024, 8192};

}  // namespace kernelc::bench::suite::sobel_u8
