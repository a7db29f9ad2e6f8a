static __device__ double cdf(double x) { return 0.5 * (1.0 + erf(x / sqrt(2.0))); }

extern "C" __global__ void erf_pricing(const double* __restrict__ spot,
                                       const double* __restrict__ strike,
                                       const double* __restrict__ years, double rate,
                                       double volatility, double* __restrict__ call, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const double spread = volatility * sqrt(years[i]);
    const double d1 =
        (log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / spread;
    const double d2 = d1 - spread;
    call[i] = spot[i] * cdf(d1) - strike[i] * exp(-rate * years[i]) * cdf(d2);
  }
}
