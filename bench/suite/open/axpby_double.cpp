// A loop over the grid in double precision.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::axpby_double {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg x = p.In(ScalarKind::Float64, {n}, 0, 1);
  const ArrayArg y = p.InOut(ScalarKind::Float64, {n}, 0, 1);
  p.SetArgs({1.5, x, 0.5, y}, {n});
  p.LaunchStride();
  p.bytes = 24.0 * static_cast<double>(n);
  p.operations = 3.0 * static_cast<double>(n);
  p.operation_type = Operations::Float64;
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  const double a = std::get<double>(p.args[0]);
  const double b = std::get<double>(p.args[2]);
  const double* x = arrays[0].data<double>();
  double* y = arrays[1].data<double>();
  const std::int64_t n = arrays[0].size();
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    y[i] = a * x[i] + b * y[i];
  }
}

KC_SUITE_CASE = {"double", Make, Solve, kFused, 1000, 1 << 21, 1 << 24};

}  // namespace kernelc::bench::suite::axpby_double
