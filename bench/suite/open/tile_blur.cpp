// A window of 5 by 5 from a tile with halos in shared memory.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::tile_blur {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg image = p.In(ScalarKind::Float32, {n, n}, 0, 1);
  const ArrayArg weights = p.In(ScalarKind::Float32, {5, 5}, 0, 1);
  const ArrayArg out = p.Out(ScalarKind::Float32, {n, n});
  p.SetArgs({image, weights, out}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 8.0 * static_cast<double>(n * n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* image = arrays[0].data<float>();
  const float* weights = arrays[1].data<float>();
  float* out = arrays[2].data<float>();
  const int n = static_cast<int>(arrays[0].shape()[0]);
#pragma omp parallel for schedule(static)
  for (int y = 0; y < n; ++y) {
    const float* rows[5];
    for (int j = 0; j < 5; ++j) {
      rows[j] = image + std::clamp(y + j - 2, 0, n - 1) * n;
    }
    const auto at_border = [&](int x) {
      float total = 0.0f;
      for (int j = 0; j < 5; ++j) {
        for (int i = 0; i < 5; ++i) {
          total += weights[j * 5 + i] * rows[j][std::clamp(x + i - 2, 0, n - 1)];
        }
      }
      out[y * n + x] = total;
    };
    for (int x = 0; x < 2; ++x) {
      at_border(x);
      at_border(n - 1 - x);
    }
#pragma omp simd
    for (int x = 2; x < n - 2; ++x) {
      float total = 0.0f;
      for (int j = 0; j < 5; ++j) {
        for (int i = 0; i < 5; ++i) {
          total += weights[j * 5 + i] * rows[j][x + i - 2];
        }
      }
      out[y * n + x] = total;
    }
  }
}

KC_SUITE_CASE = {"shared", Make, Solve, kSummed, 45, 1024, 4096};

}  // namespace kernelc::bench::suite::tile_blur
