extern "C" __global__ void histogram(const unsigned char* __restrict__ data, int* __restrict__ bins,
                                     int n) {
  constexpr int kBins = 256;
  __shared__ int counts[kBins];
  for (int b = threadIdx.x; b < kBins; b += blockDim.x) {
    counts[b] = 0;
  }
  __syncthreads();
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    atomicAdd(&counts[data[i]], 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < kBins; b += blockDim.x) {
    atomicAdd(&bins[b], counts[b]);
  }
}
