// Stores a column's length apart.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::transpose_naive {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg a = p.In(ScalarKind::Float64, {n, n}, 0, 1);
  const ArrayArg out = p.Out(ScalarKind::Float64, {n, n});
  p.SetArgs({a, out}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 16.0 * static_cast<double>(n * n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  constexpr std::int64_t kTile = 16;
  const double* a = arrays[0].data<double>();
  double* out = arrays[1].data<double>();
  const std::int64_t height = arrays[0].shape()[0];
  const std::int64_t width = arrays[0].shape()[1];
#pragma omp parallel for collapse(2) schedule(static)
  for (std::int64_t y0 = 0; y0 < height; y0 += kTile) {
    for (std::int64_t x0 = 0; x0 < width; x0 += kTile) {
      for (std::int64_t x = x0; x < std::min(x0 + kTile, width); ++x) {
        for (std::int64_t y = y0; y < std::min(y0 + kTile, height); ++y) {
          out[x * height + y] = a[y * width + x];
        }
      }
    }
  }
}

KC_SUITE_CASE = {"strided", Make, Solve, kExact, 45, 1500, 4096};

}  // namespace kernelc::bench::suite::transpose_naive
