struct Moments {
  int count;
  double mean;
  double m2;
};

static __device__ Moments update(Moments m, double value) {
  m.count += 1;
  const double delta = value - m.mean;
  m.mean += delta / m.count;
  m.m2 += delta * (value - m.mean);
  return m;
}

extern "C" __global__ void welford(const double* __restrict__ data, double* __restrict__ means,
                                   double* __restrict__ variances, int steps, int n) {
  const int series = blockIdx.x * blockDim.x + threadIdx.x;
  if (series < n) {
    Moments m = {0, 0.0, 0.0};
    for (int t = 0; t < steps; ++t) {
      m = update(m, data[t * n + series]);
    }
    means[series] = m.mean;
    variances[series] = m.m2 / m.count;
  }
}
