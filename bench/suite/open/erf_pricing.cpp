// Mathematical functions in double precision.
#include "bench/suite/case.h"
#include "bench/suite/vector_math.h"

namespace kernelc::bench::suite::erf_pricing {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg spot = p.In(ScalarKind::Float64, {n}, 5, 30);
  const ArrayArg strike = p.In(ScalarKind::Float64, {n}, 1, 100);
  const ArrayArg years = p.In(ScalarKind::Float64, {n}, 0.25, 10);
  const ArrayArg call = p.Out(ScalarKind::Float64, {n});
  p.SetArgs({spot, strike, years, 0.02, 0.3, call}, {n});
  p.LaunchFor(n);
  p.bytes = 32.0 * static_cast<double>(n);
  return p;
}

inline double Cdf(double x) { return 0.5 * (1.0 + erf(x / std::sqrt(2.0))); }

void Solve(const Problem& p, Arrays arrays) {
  const double* spot = arrays[0].data<double>();
  const double* strike = arrays[1].data<double>();
  const double* years = arrays[2].data<double>();
  double* call = arrays[3].data<double>();
  const double rate = std::get<double>(p.args[3]);
  const double volatility = std::get<double>(p.args[4]);
  const std::int64_t n = arrays[0].size();
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    const double spread = volatility * std::sqrt(years[i]);
    const double d1 =
        (log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / spread;
    const double d2 = d1 - spread;
    call[i] = spot[i] * Cdf(d1) - strike[i] * exp(-rate * years[i]) * Cdf(d2);
  }
}

KC_SUITE_CASE = {"double", Make, Solve, kMath, 1000, 1 << 19, 1 << 22};

}  // namespace kernelc::bench::suite::erf_pricing
