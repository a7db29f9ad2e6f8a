extern "C" __global__ void fft_shared(const float* __restrict__ re, const float* __restrict__ im,
                                      const float* __restrict__ cosines,
                                      const float* __restrict__ sines, float* __restrict__ out_re,
                                      float* __restrict__ out_im) {
  constexpr int kSize = 256;
  __shared__ float sre[kSize];
  __shared__ float sim[kSize];
  const int tid = threadIdx.x;
  const int row = blockIdx.x * kSize;
  for (int i = tid; i < kSize; i += blockDim.x) {
    int reverse = 0;
    for (int bit = 0; bit < 8; ++bit) {
      reverse = (reverse << 1) | ((i >> bit) & 1);
    }
    sre[reverse] = re[row + i];
    sim[reverse] = im[row + i];
  }
  __syncthreads();
  for (int half = 1; half < kSize; half *= 2) {
    const int k = tid % half;
    const int a = tid / half * 2 * half + k;
    const int b = a + half;
    const float wr = cosines[k * (kSize / 2 / half)];
    const float wi = sines[k * (kSize / 2 / half)];
    const float tr = wr * sre[b] - wi * sim[b];
    const float ti = wr * sim[b] + wi * sre[b];
    sre[b] = sre[a] - tr;
    sim[b] = sim[a] - ti;
    sre[a] += tr;
    sim[a] += ti;
    __syncthreads();
  }
  for (int i = tid; i < kSize; i += blockDim.x) {
    out_re[row + i] = sre[i];
    out_im[row + i] = sim[i];
  }
}
