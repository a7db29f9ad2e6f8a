// Remainders of numbers that were loaded from 32-bit arrays.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::trial_division {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg values = p.In(ScalarKind::Int32, {n}, 0, 4000000);
  const ArrayArg is_prime = p.Out(ScalarKind::UInt8, {n});
  p.SetArgs({values, is_prime}, {n});
  p.LaunchFor(n);
  p.bytes = 5.0 * static_cast<double>(n);
  return p;
}

std::uint8_t IsPrime(int n) {
  if (n < 2) {
    return 0;
  }
  for (int d = 2; d * d <= n; ++d) {
    if (n % d == 0) {
      return 0;
    }
  }
  return 1;
}

void Solve(const Problem&, Arrays arrays) {
  const auto* values = arrays[0].data<std::int32_t>();
  auto* is_prime = arrays[1].data<std::uint8_t>();
  const std::int64_t size = arrays[0].size();
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < size; ++i) {
    is_prime[i] = IsPrime(values[i]);
  }
}

KC_SUITE_CASE = {"integer", Make, Solve, kExact, 1000, 1 << 16, 1 << 21};

}  // namespace kernelc::bench::suite::trial_division
