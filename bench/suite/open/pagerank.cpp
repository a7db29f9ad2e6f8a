// A graph in rows of different lengths: loops between loaded bounds over loaded indices.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::pagerank {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg begins = p.In(ScalarKind::Int32, {n + 1}, 0, 17);
  auto* offsets = p.data<std::int32_t>(0);
  std::int32_t edges = 0;
  for (std::int64_t i = 0; i <= n; ++i) {
    const std::int32_t degree = offsets[i];
    offsets[i] = edges;
    edges += degree;
  }
  const ArrayArg sources = p.In(ScalarKind::Int32, {edges}, 0, static_cast<double>(n));
  const ArrayArg shares = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg ranks = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({begins, sources, shares, ranks, 0.85f}, {n});
  p.LaunchFor(n);
  p.bytes = 4.0 * (3.0 * static_cast<double>(n) + edges);
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  const auto* begins = arrays[0].data<std::int32_t>();
  const auto* sources = arrays[1].data<std::int32_t>();
  const float* shares = arrays[2].data<float>();
  float* ranks = arrays[3].data<float>();
  const float damping = std::get<float>(p.args[4]);
  const std::int64_t n = arrays[3].size();
#pragma omp parallel for schedule(static)
  for (std::int64_t node = 0; node < n; ++node) {
    float total = 0.0f;
    for (std::int32_t k = begins[node]; k < begins[node + 1]; ++k) {
      total += shares[sources[k]];
    }
    ranks[node] = (1.0f - damping) / static_cast<float>(n) + damping * total;
  }
}

KC_SUITE_CASE = {"indirect", Make, Solve, kSummed, 1000, 1 << 18, 1 << 22};

}  // namespace kernelc::bench::suite::pagerank
