extern "C" __global__ void binomial_tree(const float* __restrict__ spot,
                                         const float* __restrict__ strike,
                                         const float* __restrict__ years, float* __restrict__ price,
                                         float rate, float volatility, int n) {
  constexpr int kSteps = 64;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  float values[kSteps + 1];
  const float dt = years[i] / kSteps;
  const float up = expf(volatility * sqrtf(dt));
  const float down = 1.0f / up;
  const float growth = expf(rate * dt);
  const float p = (growth - down) / (up - down);
  const float discount = 1.0f / growth;
  float s = spot[i] * powf(down, kSteps);
  for (int j = 0; j <= kSteps; ++j) {
    values[j] = fmaxf(strike[i] - s, 0.0f);
    s *= up * up;
  }
  for (int step = kSteps; step > 0; --step) {
    for (int j = 0; j < step; ++j) {
      values[j] = discount * (p * values[j + 1] + (1.0f - p) * values[j]);
    }
  }
  price[i] = values[0];
}
