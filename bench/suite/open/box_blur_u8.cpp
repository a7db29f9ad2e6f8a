// A mean over a square of bytes whose coordinates are clamped to the image.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::box_blur_u8 {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kRadius = 2;
  Problem p;
  const ArrayArg image = p.In(ScalarKind::UInt8, {n, n}, 0, 256);
  const ArrayArg out = p.Out(ScalarKind::UInt8, {n, n});
  p.SetArgs({image, out, kRadius}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 2.0 * static_cast<double>(n * n);
  p.operations = 25.0 * static_cast<double>(n * n);
  p.operation_type = Operations::Int32;
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  const std::uint8_t* image = arrays[0].data<std::uint8_t>();
  std::uint8_t* out = arrays[1].data<std::uint8_t>();
  const int height = static_cast<int>(arrays[0].shape()[0]);
  const int width = static_cast<int>(arrays[0].shape()[1]);
  const int radius = static_cast<int>(std::get<std::int64_t>(p.args[2]));
  const int count = (2 * radius + 1) * (2 * radius + 1);
#pragma omp parallel for schedule(static)
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      int total = 0;
      for (int dy = -radius; dy <= radius; ++dy) {
        const std::uint8_t* row = image + std::clamp(y + dy, 0, height - 1) * width;
        for (int dx = -radius; dx <= radius; ++dx) {
          total += row[std::clamp(x + dx, 0, width - 1)];
        }
      }
      out[y * width + x] = static_cast<std::uint8_t>(total / count);
    }
  }
}

KC_SUITE_CASE = {"8-bit", Make, Solve, kExact, 45, 1024, 4096};

}  // namespace kernelc::bench::suite::box_blur_u8
