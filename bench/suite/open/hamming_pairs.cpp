// Bits that differ, counted by a loop.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::hamming_pairs {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kWords = 8;
  Problem p;
  const ArrayArg a = p.In(ScalarKind::Int32, {n, kWords}, 0, 2147483647);
  const ArrayArg b = p.In(ScalarKind::Int32, {n, kWords}, 0, 2147483647);
  const ArrayArg out = p.Out(ScalarKind::Int32, {n, n});
  p.SetArgs({a, b, out}, {n, kWords});
  p.LaunchFor2d(n, n);
  p.bytes = 4.0 * static_cast<double>(n * n + 2 * n * kWords);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const auto* a = arrays[0].data<std::int32_t>();
  const auto* b = arrays[1].data<std::int32_t>();
  auto* out = arrays[2].data<std::int32_t>();
  const std::int64_t n = arrays[0].shape()[0];
  const std::int64_t words = arrays[0].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      std::int32_t total = 0;
      for (std::int64_t k = 0; k < words; ++k) {
        std::int32_t x = a[i * words + k] ^ b[j * words + k];
        while (x != 0) {
          x &= x - 1;
          ++total;
        }
      }
      out[i * n + j] = total;
    }
  }
}

KC_SUITE_CASE = {"integer", Make, Solve, kExact, 45, 512, 4096};

}  // namespace kernelc::bench::suite::hamming_pairs
