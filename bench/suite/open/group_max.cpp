// The largest of each group, in shared memory first.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::group_max {

constexpr int kGroups = 64;

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg groups = p.In(ScalarKind::UInt8, {n}, 0, kGroups);
  const ArrayArg values = p.In(ScalarKind::Int32, {n}, 0, 1 << 30);
  const ArrayArg largest = p.Out(ScalarKind::Int32, {kGroups});
  p.SetArgs({groups, values, largest}, {n});
  p.LaunchStride();
  p.bytes = 5.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const auto* groups = arrays[0].data<std::uint8_t>();
  const auto* values = arrays[1].data<std::int32_t>();
  auto* largest = arrays[2].data<std::int32_t>();
  const std::int64_t n = arrays[0].size();
#pragma omp parallel
  {
    std::int32_t local[kGroups];
    std::fill(local, local + kGroups, -1);
#pragma omp for schedule(static) nowait
    for (std::int64_t i = 0; i < n; ++i) {
      local[groups[i]] = std::max(local[groups[i]], values[i]);
    }
#pragma omp critical(group_max)
    for (int g = 0; g < kGroups; ++g) {
      largest[g] = std::max(largest[g], local[g]);
    }
  }
}

KC_SUITE_CASE = {"atomics", Make, Solve, kExact, 3000, 1 << 22, 1 << 26};

}  // namespace kernelc::bench::suite::group_max
