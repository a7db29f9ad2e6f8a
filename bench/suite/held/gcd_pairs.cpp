// Remainders in a device function's loop.
#include <numeric>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::gcd_pairs {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg x = p.In(ScalarKind::Int32, {n}, 1, 1 << 30);
  const ArrayArg y = p.In(ScalarKind::Int32, {n}, 1, 1 << 30);
  const ArrayArg out = p.Out(ScalarKind::Int32, {n});
  p.SetArgs({x, y, out}, {n});
  p.LaunchFor(n);
  p.bytes = 12.0 * static_cast<double>(n);
  return p;
}

std::int32_t Gcd(std::int32_t a, std::int32_t b) {
  while (b != 0) {
    const std::int32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

void Solve(const Problem&, Arrays arrays) {
  const auto* x = arrays[0].data<std::int32_t>();
  const auto* y = arrays[1].data<std::int32_t>();
  auto* out = arrays[2].data<std::int32_t>();
  const std::int64_t n = arrays[2].size();
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    out[i] = Gcd(x[i], y[i]);
  }
}

KC_SUITE_CASE = {"integer", Make, Solve, kExact, 1000, 1 << 17, 1 << 23};

}  // namespace kernelc::bench::suite::gcd_pairs
