extern "C" __global__ void bitonic_sort(int* __restrict__ data) {
  constexpr int kSize = 512;
  __shared__ int block[kSize];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * kSize + tid;
  block[tid] = data[i];
  __syncthreads();
  for (int size = 2; size <= kSize; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      const int other = tid ^ stride;
      if (other > tid) {
        const int a = block[tid];
        const int b = block[other];
        if ((a > b) == ((tid & size) == 0)) {
          block[tid] = b;
          block[other] = a;
        }
      }
      __syncthreads();
    }
  }
  data[i] = block[tid];
}
