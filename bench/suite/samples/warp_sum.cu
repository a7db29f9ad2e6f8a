extern "C" __global__ void warp_sum(const float* __restrict__ data, float* __restrict__ total,
                                    int n) {
  const int step = gridDim.x * blockDim.x;
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    sum += data[i];
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
  }
  if (threadIdx.x % 32 == 0) {
    atomicAdd(total, sum);
  }
}
