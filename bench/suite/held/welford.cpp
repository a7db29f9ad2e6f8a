// Mean and variance in one pass: a tuple that goes round a loop, a division each step.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::welford {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kSteps = 64;
  Problem p;
  const ArrayArg data = p.In(ScalarKind::Float64, {kSteps, n}, 0, 1);
  const ArrayArg means = p.Out(ScalarKind::Float64, {n});
  const ArrayArg variances = p.Out(ScalarKind::Float64, {n});
  p.SetArgs({data, means, variances}, {kSteps, n});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n * (kSteps + 2));
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const double* data = arrays[0].data<double>();
  double* means = arrays[1].data<double>();
  double* variances = arrays[2].data<double>();
  const std::int64_t steps = arrays[0].shape()[0];
  const std::int64_t n = arrays[0].shape()[1];
#pragma omp parallel for simd schedule(static)
  for (std::int64_t series = 0; series < n; ++series) {
    double mean = 0.0;
    double m2 = 0.0;
    for (std::int64_t t = 0; t < steps; ++t) {
      const double value = data[t * n + series];
      const double delta = value - mean;
      mean += delta / static_cast<double>(t + 1);
      m2 += delta * (value - mean);
    }
    means[series] = mean;
    variances[series] = m2 / static_cast<double>(steps);
  }
}

KC_SUITE_CASE = {"tuples", Make,    Solve,  {.relative = 1e-9, .of_largest = 1e-9},
                 1000,     1 << 15, 1 << 19};

}  // namespace kernelc::bench::suite::welford
