extern "C" __global__ void fir_int(const short* __restrict__ samples,
                                   const short* __restrict__ taps, int* __restrict__ out, int n,
                                   int tap_count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int total = 0;
    for (int k = 0; k < tap_count; ++k) {
      total += samples[i + k] * taps[k];
    }
    out[i] = total >> 8;
  }
}
