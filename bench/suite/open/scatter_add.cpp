// Sums at places that another array gives.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::scatter_add {

Problem Make(std::int64_t n) {
  const std::int64_t places = n / 16 + 1;
  Problem p;
  const ArrayArg targets = p.In(ScalarKind::Int32, {n}, 0, static_cast<double>(places));
  const ArrayArg values = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg sums = p.Out(ScalarKind::Float32, {places});
  p.SetArgs({targets, values, sums}, {n});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n + places);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const auto* targets = arrays[0].data<std::int32_t>();
  const float* values = arrays[1].data<float>();
  float* sums = arrays[2].data<float>();
  const std::int64_t n = arrays[0].size();
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
#pragma omp atomic
    sums[targets[i]] += values[i];
  }
}

KC_SUITE_CASE = {"atomics", Make, Solve, kSummed, 1000, 1 << 20, 1 << 23};

}  // namespace kernelc::bench::suite::scatter_add
