// Every block sorts 512 numbers in shared memory: 45 barriers in two loops that double and halve.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::bitonic_sort {

constexpr std::int64_t kSize = 512;

Problem Make(std::int64_t blocks) {
  Problem p;
  const ArrayArg data = p.InOut(ScalarKind::Int32, {blocks * kSize}, -1000000, 1000000);
  p.SetArgs({data}, {});
  p.LaunchFor(blocks * kSize, kSize);
  p.bytes = 8.0 * static_cast<double>(blocks * kSize);
  return p;
}

// The same network: a library's sort would be quick on what is sorted already.
void Solve(const Problem&, Arrays arrays) {
  auto* data = arrays[0].data<std::int32_t>();
  const std::int64_t blocks = arrays[0].size() / kSize;
#pragma omp parallel for schedule(static)
  for (std::int64_t b = 0; b < blocks; ++b) {
    std::int32_t* block = data + b * kSize;
    for (std::int64_t size = 2; size <= kSize; size *= 2) {
      for (std::int64_t stride = size / 2; stride > 0; stride /= 2) {
        for (std::int64_t first = 0; first < kSize; first += 2 * stride) {
          const bool up = (first & size) == 0;
#pragma omp simd
          for (std::int64_t i = first; i < first + stride; ++i) {
            const std::int32_t low = std::min(block[i], block[i + stride]);
            const std::int32_t high = std::max(block[i], block[i + stride]);
            block[i] = up ? low : high;
            block[i + stride] = up ? high : low;
          }
        }
      }
    }
  }
}

KC_SUITE_CASE = {"shared", Make, Solve, kExact, 3, 1024, 16384};

}  // namespace kernelc::bench::suite::bitonic_sort
