// European puts by a tree of 64 steps in an array of each thread.
#include <algorithm>
#include <cmath>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::binomial_tree {

constexpr int kSteps = 64;

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg spot = p.In(ScalarKind::Float32, {n}, 50, 150);
  const ArrayArg strike = p.In(ScalarKind::Float32, {n}, 50, 150);
  const ArrayArg years = p.In(ScalarKind::Float32, {n}, 0.25, 2);
  const ArrayArg price = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({spot, strike, years, price, 0.02f, 0.3f}, {n});
  p.LaunchFor(n);
  p.bytes = 16.0 * static_cast<double>(n);
  return p;
}

void Solve(const Problem& p, Arrays arrays) {
  const float* spot = arrays[0].data<float>();
  const float* strike = arrays[1].data<float>();
  const float* years = arrays[2].data<float>();
  float* price = arrays[3].data<float>();
  const float rate = std::get<float>(p.args[4]);
  const float volatility = std::get<float>(p.args[5]);
  const std::int64_t n = arrays[0].size();
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    float values[kSteps + 1];
    const float dt = years[i] / kSteps;
    const float up = std::exp(volatility * std::sqrt(dt));
    const float down = 1.0f / up;
    const float growth = std::exp(rate * dt);
    const float q = (growth - down) / (up - down);
    const float discount = 1.0f / growth;
    float s = spot[i] * std::pow(down, static_cast<float>(kSteps));
    for (int j = 0; j <= kSteps; ++j) {
      values[j] = std::max(strike[i] - s, 0.0f);
      s *= up * up;
    }
    for (int step = kSteps; step > 0; --step) {
#pragma omp simd
      for (int j = 0; j < step; ++j) {
        values[j] = discount * (q * values[j + 1] + (1.0f - q) * values[j]);
      }
    }
    price[i] = values[0];
  }
}

KC_SUITE_CASE = {"local", Make, Solve, {.relative = 1e-2, .of_largest = 1e-3},
                 300,     1 << 14, 1 << 18};

}  // namespace kernelc::bench::suite::binomial_tree
