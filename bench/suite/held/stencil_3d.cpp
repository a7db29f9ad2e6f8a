// Seven points of a cube.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::stencil_3d {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg u = p.In(ScalarKind::Float32, {n, n, n}, 0, 1);
  const ArrayArg out = p.Out(ScalarKind::Float32, {n, n, n});
  p.SetArgs({u, out, 0.4f, 0.1f}, {n, n, n});
  p.grid = {Blocks(n, 32), Blocks(n, 4), Blocks(n, 2)};
  p.block = {32, 4, 2};
  p.bytes = 8.0 * static_cast<double>(n * n * n);
  p.operations = 8.0 * static_cast<double>(n * n * n);
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  const float* u = arrays[0].data<float>();
  float* out = arrays[1].data<float>();
  const float a = std::get<float>(p.args[2]);
  const float b = std::get<float>(p.args[3]);
  const std::int64_t n = arrays[0].shape()[0];
#pragma omp parallel for collapse(2) schedule(static)
  for (std::int64_t z = 1; z < n - 1; ++z) {
    for (std::int64_t y = 1; y < n - 1; ++y) {
#pragma omp simd
      for (std::int64_t x = 1; x < n - 1; ++x) {
        const std::int64_t at = (z * n + y) * n + x;
        const float around =
            u[at - 1] + u[at + 1] + u[at - n] + u[at + n] + u[at - n * n] + u[at + n * n];
        out[at] = a * u[at] + b * around;
      }
    }
  }
}

KC_SUITE_CASE = {"memory", Make, Solve, kFused, 21, 160, 400};

}  // namespace kernelc::bench::suite::stencil_3d
