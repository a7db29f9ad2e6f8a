// Five points of a grid.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::heat {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg u = p.In(ScalarKind::Float32, {n, n}, 0, 1);
  const ArrayArg out = p.Out(ScalarKind::Float32, {n, n});
  p.SetArgs({u, out, 0.2f}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 8.0 * static_cast<double>(n * n);
  p.operations = 6.0 * static_cast<double>(n * n);
  return p;
}

void Heat(const float* u, float* out, float alpha, std::int64_t height, std::int64_t width) {
#pragma omp parallel for schedule(static)
  for (std::int64_t y = 0; y < height; ++y) {
    const float* row = u + y * width;
    float* to = out + y * width;
    if (y == 0 || y == height - 1) {
      for (std::int64_t x = 0; x < width; ++x) {
        to[x] = row[x];
      }
      continue;
    }
    to[0] = row[0];
#pragma omp simd
    for (std::int64_t x = 1; x < width - 1; ++x) {
      const float around = row[x - width] + row[x + width] + row[x - 1] + row[x + 1];
      to[x] = row[x] + alpha * (around - 4.0f * row[x]);
    }
    to[width - 1] = row[width - 1];
  }
}

void Solve(const Problem& p, Arrays a) {
  Heat(a[0].data<float>(), a[1].data<float>(), std::get<float>(p.args[2]), a[0].shape()[0],
       a[0].shape()[1]);
}

KC_SUITE_CASE = {"memory", Make, Solve, kFused, 50, 4096, 8192};

}  // namespace kernelc::bench::suite::heat
