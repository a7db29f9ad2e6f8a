// The least of up to nine bytes: bounds of loops that the border shortens.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::erode_u8 {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg image = p.In(ScalarKind::UInt8, {n, n}, 0, 256);
  const ArrayArg out = p.Out(ScalarKind::UInt8, {n, n});
  p.SetArgs({image, out}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 2.0 * static_cast<double>(n * n);
  p.operations = 9.0 * static_cast<double>(n * n);
  p.operation_type = Operations::Int32;
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const auto* image = arrays[0].data<std::uint8_t>();
  auto* out = arrays[1].data<std::uint8_t>();
  const int height = static_cast<int>(arrays[0].shape()[0]);
  const int width = static_cast<int>(arrays[0].shape()[1]);
#pragma omp parallel for schedule(static)
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::uint8_t smallest = 255;
      for (int j = std::max(y - 1, 0); j < std::min(y + 2, height); ++j) {
        for (int i = std::max(x - 1, 0); i < std::min(x + 2, width); ++i) {
          smallest = std::min(smallest, image[j * width + i]);
        }
      }
      out[y * width + x] = smallest;
    }
  }
}

KC_SUITE_CASE = {"8-bit", Make, Solve, kExact, 45, 1024, 4096};

}  // namespace kernelc::bench::suite::erode_u8
