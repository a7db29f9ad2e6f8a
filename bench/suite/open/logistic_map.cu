extern "C" __global__ void logistic_map(const float* __restrict__ rates, float* __restrict__ out,
                                        int steps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float r = rates[i];
    float x = 0.5f;
    for (int step = 0; step < steps; ++step) {
      x = r * x * (1.0f - x);
    }
    out[i] = x;
  }
}
