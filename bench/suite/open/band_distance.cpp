// Distances of pairs of words within a band, its row a local array.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::band_distance {

Problem Make(std::int64_t n) {
  Problem p;
  constexpr std::int64_t kLength = 32;
  const ArrayArg left = p.In(ScalarKind::UInt8, {n, kLength}, 0, 4);
  const ArrayArg right = p.In(ScalarKind::UInt8, {n, kLength}, 0, 4);
  const ArrayArg out = p.Out(ScalarKind::Int32, {n});
  p.SetArgs({left, right, out}, {n, kLength});
  p.LaunchFor(n);
  p.bytes = static_cast<double>(n * (2 * kLength + 4));
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  constexpr std::int64_t kBand = 4;
  constexpr std::int64_t kWidth = 2 * kBand + 1;
  const auto* left = arrays[0].data<std::uint8_t>();
  const auto* right = arrays[1].data<std::uint8_t>();
  auto* out = arrays[2].data<std::int32_t>();
  const std::int64_t n = arrays[0].shape()[0];
  const std::int64_t length = arrays[0].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    std::int32_t row[kWidth + 1];
    for (std::int64_t d = 0; d < kWidth; ++d) {
      row[d] = static_cast<std::int32_t>(d < kBand ? kBand - d : d - kBand);
    }
    row[kWidth] = 1000;
    for (std::int64_t y = 0; y < length; ++y) {
      std::int32_t before = 1000;
      for (std::int64_t d = 0; d < kWidth; ++d) {
        const std::int64_t x = y + d - kBand;
        std::int32_t best = 1000;
        if (x >= 0 && x < length) {
          const std::int32_t cost = left[i * length + y] == right[i * length + x] ? 0 : 1;
          best = std::min(row[d] + cost, std::min(row[d + 1], before) + 1);
        } else if (x == -1) {
          best = static_cast<std::int32_t>(y + 1);
        }
        row[d] = best;
        before = best;
      }
    }
    out[i] = row[kBand];
  }
}

KC_SUITE_CASE = {"text", Make, Solve, kExact, 1000, 1 << 14, 1 << 19};

}  // namespace kernelc::bench::suite::band_distance
