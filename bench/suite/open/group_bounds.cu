extern "C" __global__ void group_bounds(const int* __restrict__ groups, const int* __restrict__ x,
                                        int* __restrict__ low, int* __restrict__ high, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int g = groups[i];
    atomicMin(&low[g], x[i]);
    atomicMax(&high[g], x[i]);
  }
}
