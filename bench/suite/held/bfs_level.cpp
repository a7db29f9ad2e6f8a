// One level of a search through a graph: loops between loaded bounds that end early.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::bfs_level {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg begins = p.In(ScalarKind::Int32, {n + 1}, 0, 13);
  auto* offsets = p.data<std::int32_t>(0);
  std::int32_t count = 0;
  for (std::int64_t i = 0; i <= n; ++i) {
    const std::int32_t degree = offsets[i];
    offsets[i] = count;
    count += degree;
  }
  const ArrayArg edges = p.In(ScalarKind::Int32, {count}, 0, static_cast<double>(n));
  // Unknown for three of four.
  const ArrayArg distances = p.In(ScalarKind::Int32, {n}, -12, 4);
  const ArrayArg next = p.Out(ScalarKind::Int32, {n});
  p.SetArgs({begins, edges, distances, next, std::int64_t{3}}, {n});
  p.LaunchFor(n);
  p.bytes = 4.0 * (3.0 * static_cast<double>(n) + count);
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  const auto* begins = arrays[0].data<std::int32_t>();
  const auto* edges = arrays[1].data<std::int32_t>();
  const auto* distances = arrays[2].data<std::int32_t>();
  auto* next = arrays[3].data<std::int32_t>();
  const auto level = static_cast<std::int32_t>(std::get<std::int64_t>(p.args[4]));
  const std::int64_t n = arrays[2].size();
#pragma omp parallel for schedule(static)
  for (std::int64_t node = 0; node < n; ++node) {
    std::int32_t found = distances[node];
    for (std::int32_t k = begins[node]; found < 0 && k < begins[node + 1]; ++k) {
      if (distances[edges[k]] == level) {
        found = level + 1;
        break;
      }
    }
    next[node] = found;
  }
}

KC_SUITE_CASE = {"indirect", Make, Solve, kExact, 1000, 1 << 18, 1 << 22};

}  // namespace kernelc::bench::suite::bfs_level
