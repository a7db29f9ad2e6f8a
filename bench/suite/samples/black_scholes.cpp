// Mathematical functions of the library.
#include <cmath>

#include "bench/suite/case.h"
#include "bench/suite/vector_math.h"

namespace kernelc::bench::suite::black_scholes {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg call = p.Out(ScalarKind::Float32, {n});
  const ArrayArg put = p.Out(ScalarKind::Float32, {n});
  const ArrayArg spot = p.In(ScalarKind::Float32, {n}, 5, 30);
  const ArrayArg strike = p.In(ScalarKind::Float32, {n}, 1, 100);
  const ArrayArg years = p.In(ScalarKind::Float32, {n}, 0.25, 10);
  p.SetArgs({call, put, spot, strike, years, 0.02f, 0.3f}, {n});
  p.LaunchFor(n);
  p.bytes = 20.0 * static_cast<double>(n);
  return p;
}

inline float NormalCdf(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * std::fabs(d));
  const float poly =
      k * (0.319381530f +
           k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228040143267794f * expf(-0.5f * d * d) * poly;
  return d > 0.0f ? 1.0f - tail : tail;
}

void BlackScholes(float* call, float* put, const float* spot, const float* strike,
                  const float* years, float rate, float volatility, std::int64_t n) {
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    const float s = spot[i];
    const float x = strike[i];
    const float t = years[i];
    const float spread = volatility * std::sqrt(t);
    const float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / spread;
    const float d2 = d1 - spread;
    const float n1 = NormalCdf(d1);
    const float n2 = NormalCdf(d2);
    const float discounted = x * expf(-rate * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
  }
}

void Solve(const Problem& p, Arrays a) {
  BlackScholes(a[0].data<float>(), a[1].data<float>(), a[2].data<float>(), a[3].data<float>(),
               a[4].data<float>(), std::get<float>(p.args[5]), std::get<float>(p.args[6]),
               a[0].size());
}

KC_SUITE_CASE = {"compute", Make, Solve, kMath, 1000, 1 << 22, 1 << 25};

}  // namespace kernelc::bench::suite::black_scholes
