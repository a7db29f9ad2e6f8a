// Every load waits for the one before.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::binary_search {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg table = p.In(ScalarKind::Float32, {n / 4 + 1}, 0, 1);
  std::sort(p.data<float>(0), p.data<float>(0) + p.arrays[0].size());
  const ArrayArg values = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg places = p.Out(ScalarKind::Int32, {n});
  p.SetArgs({table, values, places}, {p.arrays[0].size(), n});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* table = arrays[0].data<float>();
  const float* end = table + arrays[0].size();
  const float* values = arrays[1].data<float>();
  auto* places = arrays[2].data<std::int32_t>();
  const std::int64_t n = arrays[1].size();
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    places[i] = static_cast<std::int32_t>(std::lower_bound(table, end, values[i]) - table);
  }
}

KC_SUITE_CASE = {"latency", Make, Solve, kExact, 1000, 1 << 18, 1 << 22};

}  // namespace kernelc::bench::suite::binary_search
