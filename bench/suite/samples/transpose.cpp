// Tiles of 32 by 32 in shared memory.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::transpose {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg src = p.In(ScalarKind::Float32, {n, n}, 0, 1);
  const ArrayArg dst = p.Out(ScalarKind::Float32, {n, n});
  p.SetArgs({src, dst}, {n, n});
  p.grid = {Blocks(n, 32), Blocks(n, 32), 1};
  p.block = {32, 8, 1};
  p.bytes = 8.0 * static_cast<double>(n * n);
  return p;
}

void Transpose(const float* src, float* dst, std::int64_t height, std::int64_t width) {
  constexpr std::int64_t kTile = 32;
#pragma omp parallel for collapse(2) schedule(static)
  for (std::int64_t y0 = 0; y0 < height; y0 += kTile) {
    for (std::int64_t x0 = 0; x0 < width; x0 += kTile) {
      const std::int64_t y1 = std::min(y0 + kTile, height);
      const std::int64_t x1 = std::min(x0 + kTile, width);
      for (std::int64_t x = x0; x < x1; ++x) {
        for (std::int64_t y = y0; y < y1; ++y) {
          dst[x * height + y] = src[y * width + x];
        }
      }
    }
  }
}

void Solve(const Problem&, Arrays a) {
  Transpose(a[0].data<float>(), a[1].data<float>(), a[0].shape()[0], a[0].shape()[1]);
}

KC_SUITE_CASE = {"shared", Make, Solve, kExact, 50, 4096, 8192};

}  // namespace kernelc::bench::suite::transpose
