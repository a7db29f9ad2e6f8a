// One element a thread.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::vector_add {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg a = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg b = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg c = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({a, b, c}, {n});
  p.LaunchFor(n);
  p.bytes = 12.0 * static_cast<double>(n);
  p.operations = static_cast<double>(n);
  return p;
}

void VectorAdd(const float* a, const float* b, float* c, std::int64_t n) {
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    c[i] = a[i] + b[i];
  }
}

void Solve(const Problem&, Arrays a) {
  VectorAdd(a[0].data<float>(), a[1].data<float>(), a[2].data<float>(), a[2].size());
}

KC_SUITE_CASE = {"memory", Make, Solve, kExact, 1000, 1 << 24, 1 << 27};

}  // namespace kernelc::bench::suite::vector_add
