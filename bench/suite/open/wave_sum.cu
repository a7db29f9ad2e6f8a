extern "C" __global__ void wave_sum(const float* __restrict__ t,
                                    const float* __restrict__ amplitude,
                                    const float* __restrict__ frequency,
                                    const float* __restrict__ phase, float* __restrict__ out, int n,
                                    int waves) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float total = 0.0f;
    for (int k = 0; k < waves; ++k) {
      total += amplitude[k] * sinf(frequency[k] * t[i] + phase[k]);
    }
    out[i] = total;
  }
}
