// Eight neighbours on a torus: remainders by the extents.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::game_of_life {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg cells = p.In(ScalarKind::UInt8, {n, n}, 0, 2);
  const ArrayArg out = p.Out(ScalarKind::UInt8, {n, n});
  p.SetArgs({cells, out}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 2.0 * static_cast<double>(n * n);
  p.operations = 12.0 * static_cast<double>(n * n);
  p.operation_type = Operations::Int32;
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const std::uint8_t* cells = arrays[0].data<std::uint8_t>();
  std::uint8_t* out = arrays[1].data<std::uint8_t>();
  const int height = static_cast<int>(arrays[0].shape()[0]);
  const int width = static_cast<int>(arrays[0].shape()[1]);
#pragma omp parallel for schedule(static)
  for (int y = 0; y < height; ++y) {
    const std::uint8_t* above = cells + (y == 0 ? height - 1 : y - 1) * width;
    const std::uint8_t* row = cells + y * width;
    const std::uint8_t* below = cells + (y == height - 1 ? 0 : y + 1) * width;
    for (int x = 0; x < width; ++x) {
      const int left = x == 0 ? width - 1 : x - 1;
      const int right = x == width - 1 ? 0 : x + 1;
      const int alive = above[left] + above[x] + above[right] + row[left] + row[right] +
                        below[left] + below[x] + below[right];
      out[y * width + x] = static_cast<std::uint8_t>(alive == 3 || (alive == 2 && row[x] == 1));
    }
  }
}

KC_SUITE_CASE = {"8-bit", Make, Solve, kExact, 45, 1024, 4096};

}  // namespace kernelc::bench::suite::game_of_life
