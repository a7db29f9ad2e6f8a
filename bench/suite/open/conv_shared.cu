extern "C" __global__ void conv_shared(const float* __restrict__ x,
                                       const float* __restrict__ weights, float* __restrict__ out,
                                       int n) {
  constexpr int kThreads = 256;
  constexpr int kRadius = 8;
  __shared__ float tile[kThreads + 2 * kRadius];
  const int tid = threadIdx.x;
  const int first = blockIdx.x * kThreads - kRadius;
  for (int k = tid; k < kThreads + 2 * kRadius; k += kThreads) {
    const int j = first + k;
    tile[k] = j >= 0 && j < n ? x[j] : 0.0f;
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + tid;
  if (i < n) {
    float total = 0.0f;
    for (int k = 0; k < 2 * kRadius + 1; ++k) {
      total += weights[k] * tile[tid + k];
    }
    out[i] = total;
  }
}
