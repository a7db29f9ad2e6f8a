// Pairs of numbers beside each other.
#include <cmath>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::magnitude {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg z = p.In(ScalarKind::Float32, {n, 2}, -1, 1);
  const ArrayArg out = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({z, out}, {n});
  p.LaunchFor(n);
  p.bytes = 12.0 * static_cast<double>(n);
  p.operations = 4.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* z = arrays[0].data<float>();
  float* out = arrays[1].data<float>();
  const std::int64_t n = arrays[1].size();
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    out[i] = std::sqrt(z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1]);
  }
}

KC_SUITE_CASE = {"memory", Make, Solve, kFused, 1000, 1 << 22, 1 << 25};

}  // namespace kernelc::bench::suite::magnitude
