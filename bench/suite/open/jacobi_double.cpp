// Five points of a double precision grid.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::jacobi_double {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg u = p.In(ScalarKind::Float64, {n, n}, 0, 1);
  const ArrayArg f = p.In(ScalarKind::Float64, {n, n}, 0, 1);
  const ArrayArg out = p.Out(ScalarKind::Float64, {n, n});
  p.SetArgs({u, f, out, 0.01}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 24.0 * static_cast<double>(n * n);
  p.operations = 6.0 * static_cast<double>(n * n);
  p.operation_type = Operations::Float64;
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  const double* u = arrays[0].data<double>();
  const double* f = arrays[1].data<double>();
  double* out = arrays[2].data<double>();
  const double h2 = std::get<double>(p.args[3]);
  const std::int64_t height = arrays[0].shape()[0];
  const std::int64_t width = arrays[0].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t y = 1; y < height - 1; ++y) {
#pragma omp simd
    for (std::int64_t x = 1; x < width - 1; ++x) {
      const std::int64_t at = y * width + x;
      out[at] = 0.25 * (u[at - width] + u[at + width] + u[at - 1] + u[at + 1] - h2 * f[at]);
    }
  }
}

KC_SUITE_CASE = {"double", Make, Solve, kFused, 45, 1024, 4096};

}  // namespace kernelc::bench::suite::jacobi_double
