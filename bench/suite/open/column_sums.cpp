// Sums of columns, eight rows of threads at a time.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::column_sums {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg a = p.In(ScalarKind::Float32, {n, n}, 0, 1);
  const ArrayArg sums = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({a, sums}, {n, n});
  p.grid = {Blocks(n, 32), 1, 1};
  p.block = {32, 8, 1};
  p.bytes = 4.0 * static_cast<double>(n * n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* a = arrays[0].data<float>();
  float* sums = arrays[1].data<float>();
  const std::int64_t height = arrays[0].shape()[0];
  const std::int64_t width = arrays[0].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t first = 0; first < width; first += 64) {
    const std::int64_t count = std::min<std::int64_t>(64, width - first);
    float part[64] = {};
    for (std::int64_t y = 0; y < height; ++y) {
#pragma omp simd
      for (std::int64_t x = 0; x < count; ++x) {
        part[x] += a[y * width + first + x];
      }
    }
    std::copy_n(part, count, sums + first);
  }
}

KC_SUITE_CASE = {"shared", Make, Solve, kSummed, 100, 1024, 8192};

}  // namespace kernelc::bench::suite::column_sums
