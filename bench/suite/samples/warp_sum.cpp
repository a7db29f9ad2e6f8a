// A sum by shuffles.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::warp_sum {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg data = p.In(ScalarKind::Float32, {n}, 0, 1);
  const ArrayArg total = p.Out(ScalarKind::Float32, {1});
  p.SetArgs({data, total}, {n});
  p.LaunchStride();
  p.bytes = 4.0 * static_cast<double>(n);
  p.operations = static_cast<double>(n);
  return p;
}

void Sum(const float* data, float* total, std::int64_t n) {
  float sum = 0.0f;
#pragma omp parallel for simd reduction(+ : sum) schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    sum += data[i];
  }
  *total += sum;
}

void Solve(const Problem&, Arrays a) { Sum(a[0].data<float>(), a[1].data<float>(), a[0].size()); }

KC_SUITE_CASE = {"shared", Make, Solve, kSummed, 3000, 1 << 24, 1 << 27};

}  // namespace kernelc::bench::suite::warp_sum
