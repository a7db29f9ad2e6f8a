extern "C" __global__ void odd_even_sort(float* __restrict__ data) {
  constexpr int kSize = 128;
  __shared__ float s[kSize];
  const int tid = threadIdx.x;
  const int start = blockIdx.x * kSize;
  s[tid] = data[start + tid];
  __syncthreads();
  for (int phase = 0; phase < kSize; ++phase) {
    if (tid % 2 == phase % 2 && tid + 1 < kSize) {
      if (s[tid] > s[tid + 1]) {
        const float swap = s[tid];
        s[tid] = s[tid + 1];
        s[tid + 1] = swap;
      }
    }
    __syncthreads();
  }
  data[start + tid] = s[tid];
}
