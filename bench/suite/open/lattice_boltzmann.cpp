// Nine directions of a lattice with periodic bounds.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::lattice_boltzmann {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg f = p.In(ScalarKind::Float32, {9, n, n}, 0.1, 1);
  const ArrayArg out = p.Out(ScalarKind::Float32, {9, n, n});
  p.SetArgs({f, out, 0.6F}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 72.0 * static_cast<double>(n * n);
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  constexpr int kX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  constexpr int kY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  constexpr float kWeight[9] = {4.F / 9,  1.F / 9,  1.F / 9,  1.F / 9, 1.F / 9,
                                1.F / 36, 1.F / 36, 1.F / 36, 1.F / 36};
  const auto* f = arrays[0].data<float>();
  auto* out = arrays[1].data<float>();
  const float omega = std::get<float>(p.args[2]);
  const std::int64_t n = arrays[0].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t y = 0; y < n; ++y) {
    for (std::int64_t x = 0; x < n; ++x) {
      float rho = 0;
      float ux = 0;
      float uy = 0;
      for (std::int64_t k = 0; k < 9; ++k) {
        const float v = f[(k * n + y) * n + x];
        rho += v;
        ux += static_cast<float>(kX[k]) * v;
        uy += static_cast<float>(kY[k]) * v;
      }
      ux /= rho;
      uy /= rho;
      const float square = 1.5F * (ux * ux + uy * uy);
      for (std::int64_t k = 0; k < 9; ++k) {
        const float c = 3.F * (static_cast<float>(kX[k]) * ux + static_cast<float>(kY[k]) * uy);
        const float rest = kWeight[k] * rho * (1.F + c + 0.5F * c * c - square);
        const float v = f[(k * n + y) * n + x];
        out[(k * n + (y + kY[k] + n) % n) * n + (x + kX[k] + n) % n] = v - omega * (v - rest);
      }
    }
  }
}

KC_SUITE_CASE = {"memory", Make, Solve, kSummed, 45, 512, 2048};

}  // namespace kernelc::bench::suite::lattice_boltzmann
