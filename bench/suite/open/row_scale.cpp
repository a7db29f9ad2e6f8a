// A matrix with one factor a column and one summand a row.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::row_scale {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg a = p.In(ScalarKind::Float32, {n, n}, 0, 1);
  const ArrayArg scale = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg shift = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg out = p.Out(ScalarKind::Float32, {n, n});
  p.SetArgs({a, scale, shift, out}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 8.0 * static_cast<double>(n * n);
  p.operations = 2.0 * static_cast<double>(n * n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* a = arrays[0].data<float>();
  const float* scale = arrays[1].data<float>();
  const float* shift = arrays[2].data<float>();
  float* out = arrays[3].data<float>();
  const std::int64_t height = arrays[0].shape()[0];
  const std::int64_t width = arrays[0].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t y = 0; y < height; ++y) {
#pragma omp simd
    for (std::int64_t x = 0; x < width; ++x) {
      out[y * width + x] = a[y * width + x] * scale[x] + shift[y];
    }
  }
}

KC_SUITE_CASE = {"memory", Make, Solve, kFused, 45, 2048, 6144};

}  // namespace kernelc::bench::suite::row_scale
