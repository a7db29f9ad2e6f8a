extern "C" __global__ void scatter_add(const int* __restrict__ targets,
                                       const float* __restrict__ values, float* __restrict__ sums,
                                       int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&sums[targets[i]], values[i]);
  }
}
