// Integers that outgrow 32 bits, and a loop of unknown length.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::collatz {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg starts = p.In(ScalarKind::Int32, {n}, 1, 1000000);
  const ArrayArg steps = p.Out(ScalarKind::Int32, {n});
  p.SetArgs({starts, steps}, {n});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const auto* starts = arrays[0].data<std::int32_t>();
  auto* steps = arrays[1].data<std::int32_t>();
  const std::int64_t size = arrays[0].size();
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < size; ++i) {
    std::int64_t n = starts[i];
    std::int32_t count = 0;
    while (n != 1) {
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      ++count;
    }
    steps[i] = count;
  }
}

KC_SUITE_CASE = {"integer", Make, Solve, kExact, 1000, 1 << 16, 1 << 23};

}  // namespace kernelc::bench::suite::collatz
