extern "C" __global__ void hamming_pairs(const int* __restrict__ a, const int* __restrict__ b, int* __restrict__ out,
                                         int n, int words) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    int total = 0;
    for (int k = 0; k < words; ++k) {
      int x = a[i * words + k] ^ b[j * words + k];
      while (x) {
        x &= x - 1;
        ++total;
      }
    }
    out[i * n + j] = total;
  }
}
