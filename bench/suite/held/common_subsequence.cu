extern "C" __global__ void common_subsequence(const unsigned char* __restrict__ a,
                                              const unsigned char* __restrict__ b,
                                              int* __restrict__ lengths) {
  constexpr int kSize = 96;
  __shared__ int previous[kSize + 1];
  __shared__ int current[kSize + 1];
  __shared__ int older[kSize + 1];
  const int row = blockIdx.x;
  const int i = threadIdx.x + 1;
  older[i] = 0;
  previous[i] = 0;
  if (i == 1) {
    older[0] = 0;
    previous[0] = 0;
    current[0] = 0;
  }
  __syncthreads();
  for (int d = 2; d < 2 * kSize + 1; ++d) {
    const int j = d - i;
    if (j >= 1 && j <= kSize) {
      if (a[row * kSize + i - 1] == b[row * kSize + j - 1]) {
        current[i] = older[i - 1] + 1;
      } else {
        current[i] = max(previous[i], previous[i - 1]);
      }
    } else {
      current[i] = j > kSize ? previous[i] : 0;
    }
    __syncthreads();
    older[i] = previous[i];
    previous[i] = current[i];
    __syncthreads();
  }
  if (i == kSize) {
    lengths[row] = previous[kSize];
  }
}
