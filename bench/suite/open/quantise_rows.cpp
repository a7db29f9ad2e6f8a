// Rows as bytes by their largest number, a warp each.
#include <algorithm>
#include <cmath>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::quantise_rows {

Problem Make(std::int64_t n) {
  Problem p;
  constexpr std::int64_t kColumns = 768;
  const ArrayArg data = p.In(ScalarKind::Float32, {n, kColumns}, -4, 4);
  const ArrayArg out = p.Out(ScalarKind::UInt8, {n, kColumns});
  const ArrayArg scales = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({data, out, scales}, {n, kColumns});
  p.LaunchFor(32 * n);
  p.bytes = 5.0 * static_cast<double>(n * kColumns);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* data = arrays[0].data<float>();
  auto* out = arrays[1].data<std::uint8_t>();
  float* scales = arrays[2].data<float>();
  const std::int64_t rows = arrays[0].shape()[0];
  const std::int64_t columns = arrays[0].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t r = 0; r < rows; ++r) {
    const float* row = data + r * columns;
    float high = 0.0f;
#pragma omp simd reduction(max : high)
    for (std::int64_t c = 0; c < columns; ++c) {
      high = std::max(high, std::fabs(row[c]));
    }
    const float scale = high / 127.0f;
    scales[r] = scale;
#pragma omp simd
    for (std::int64_t c = 0; c < columns; ++c) {
      out[r * columns + c] =
          static_cast<std::uint8_t>(static_cast<int>(std::floor(row[c] / scale + 0.5f)) + 128);
    }
  }
}

KC_SUITE_CASE = {"learning", Make, Solve,  {.of_largest = 0.005, .outliers = 0.001},
                 10,         1024, 1 << 16};

}  // namespace kernelc::bench::suite::quantise_rows
