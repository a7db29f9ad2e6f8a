// Lists in an array: nothing but the latency of loads, the index a loaded one.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::pointer_chase {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kSteps = 32;
  Problem p;
  const ArrayArg successors = p.In(ScalarKind::Int32, {n}, 0, static_cast<double>(n));
  const ArrayArg ends = p.Out(ScalarKind::Int32, {n});
  p.SetArgs({successors, ends, kSteps}, {n});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  const auto* successors = arrays[0].data<std::int32_t>();
  auto* ends = arrays[1].data<std::int32_t>();
  const std::int64_t n = arrays[0].size();
  const auto steps = static_cast<int>(std::get<std::int64_t>(p.args[2]));
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    auto at = static_cast<std::int32_t>(i);
    for (int step = 0; step < steps; ++step) {
      at = successors[at];
    }
    ends[i] = at;
  }
}

KC_SUITE_CASE = {"latency", Make, Solve, kExact, 1000, 1 << 17, 1 << 21};

}  // namespace kernelc::bench::suite::pointer_chase
