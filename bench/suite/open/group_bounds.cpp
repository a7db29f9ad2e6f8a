// The least and largest integer of each group, by atomics.
#include <algorithm>
#include <vector>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::group_bounds {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kGroups = 1000;
  Problem p;
  const ArrayArg groups = p.In(ScalarKind::Int32, {n}, 0, kGroups);
  const ArrayArg x = p.In(ScalarKind::Int32, {n}, -1e9, 1e9);
  const ArrayArg low = p.InOut(ScalarKind::Int32, {kGroups}, 0, 1);
  const ArrayArg high = p.InOut(ScalarKind::Int32, {kGroups}, 0, 1);
  p.SetArgs({groups, x, low, high}, {n});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const std::int32_t* groups = arrays[0].data<std::int32_t>();
  const std::int32_t* x = arrays[1].data<std::int32_t>();
  std::int32_t* low = arrays[2].data<std::int32_t>();
  std::int32_t* high = arrays[3].data<std::int32_t>();
  const std::int64_t n = arrays[0].size();
  const std::int64_t count = arrays[2].size();
#pragma omp parallel for schedule(static) reduction(min : low[:count]) reduction(max : high[:count])
  for (std::int64_t i = 0; i < n; ++i) {
    low[groups[i]] = std::min(low[groups[i]], x[i]);
    high[groups[i]] = std::max(high[groups[i]], x[i]);
  }
}

KC_SUITE_CASE = {"atomics", Make, Solve, kExact, 1000, 1 << 20, 1 << 23};

}  // namespace kernelc::bench::suite::group_bounds
