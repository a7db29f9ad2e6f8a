extern "C" __global__ void biquad(const float* __restrict__ signal,
                                  const float* __restrict__ coefficients, float* __restrict__ out,
                                  int samples, int channels) {
  const int channel = blockIdx.x * blockDim.x + threadIdx.x;
  if (channel < channels) {
    const float* c = coefficients + 5 * channel;
    const float b0 = c[0];
    const float b1 = c[1];
    const float b2 = c[2];
    const float a1 = c[3];
    const float a2 = c[4];
    float x1 = 0.0f;
    float x2 = 0.0f;
    float y1 = 0.0f;
    float y2 = 0.0f;
    for (int t = 0; t < samples; ++t) {
      const float x = signal[t * channels + channel];
      const float y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
      out[t * channels + channel] = y;
      x2 = x1;
      x1 = x;
      y2 = y1;
      y1 = y;
    }
  }
}
