// One element a thread: memory alone.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::triad {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg a = p.Out(ScalarKind::Float32, {n});
  const ArrayArg b = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg c = p.In(ScalarKind::Float32, {n}, 0, 1);
  p.SetArgs({a, b, c, 3.0f}, {n});
  p.LaunchFor(n);
  p.bytes = 12.0 * static_cast<double>(n);
  p.operations = 2.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  float* a = arrays[0].data<float>();
  const float* b = arrays[1].data<float>();
  const float* c = arrays[2].data<float>();
  const float s = std::get<float>(p.args[3]);
  const std::int64_t n = arrays[0].size();
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    a[i] = b[i] + s * c[i];
  }
}

KC_SUITE_CASE = {"memory", Make, Solve, kFused, 1000, 1 << 22, 1 << 25};

}  // namespace kernelc::bench::suite::triad
