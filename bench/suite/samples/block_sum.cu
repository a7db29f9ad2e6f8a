extern "C" __global__ void block_sum(const float* __restrict__ data, float* __restrict__ total,
                                     int n) {
  constexpr int kThreads = 256;
  __shared__ float partial[kThreads];
  const int tid = threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + tid; i < n; i += step) {
    sum += data[i];
  }
  partial[tid] = sum;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (tid < half) {
      partial[tid] += partial[tid + half];
    }
    __syncthreads();
  }
  if (tid == 0) {
    atomicAdd(total, partial[0]);
  }
}
