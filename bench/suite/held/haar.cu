extern "C" __global__ void haar(const float* __restrict__ signal, float* __restrict__ out) {
  constexpr int kSize = 512;
  __shared__ float values[kSize];
  const int tid = threadIdx.x;
  const int start = blockIdx.x * kSize;
  values[tid] = signal[start + tid];
  __syncthreads();
  for (int length = kSize; length > 1; length /= 2) {
    const int half = length / 2;
    float low = 0.0f;
    float high = 0.0f;
    if (tid < half) {
      low = (values[2 * tid] + values[2 * tid + 1]) * 0.70710678f;
      high = (values[2 * tid] - values[2 * tid + 1]) * 0.70710678f;
    }
    __syncthreads();
    if (tid < half) {
      values[tid] = low;
      values[half + tid] = high;
    }
    __syncthreads();
  }
  out[start + tid] = values[tid];
}
