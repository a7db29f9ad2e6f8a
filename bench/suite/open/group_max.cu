extern "C" __global__ void group_max(const unsigned char* __restrict__ groups,
                                     const int* __restrict__ values, int* __restrict__ largest,
                                     int n) {
  constexpr int kGroups = 64;
  __shared__ int local[kGroups];
  const int tid = threadIdx.x;
  if (tid < kGroups) {
    local[tid] = -1;
  }
  __syncthreads();
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + tid; i < n; i += step) {
    atomicMax(&local[groups[i]], values[i]);
  }
  __syncthreads();
  if (tid < kGroups) {
    atomicMax(&largest[tid], local[tid]);
  }
}
