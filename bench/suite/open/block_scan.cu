extern "C" __global__ void block_scan(const float* __restrict__ data, float* __restrict__ out,
                                      int n) {
  constexpr int kSize = 256;
  __shared__ float sums[kSize];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  sums[tid] = i < n ? data[i] : 0.0f;
  __syncthreads();
  for (int offset = 1; offset < kSize; offset *= 2) {
    const float before = tid >= offset ? sums[tid - offset] : 0.0f;
    __syncthreads();
    sums[tid] += before;
    __syncthreads();
  }
  if (i < n) {
    out[i] = sums[tid];
  }
}
