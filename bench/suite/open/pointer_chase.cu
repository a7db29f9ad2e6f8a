extern "C" __global__ void pointer_chase(const int* __restrict__ successors, int* __restrict__ ends,
                                         int steps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int at = i;
    for (int step = 0; step < steps; ++step) {
      at = successors[at];
    }
    ends[i] = at;
  }
}
