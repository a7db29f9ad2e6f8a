extern "C" __global__ void kmer_counts(const unsigned char* __restrict__ bases,
                                       int* __restrict__ table, int n, int size) {
  constexpr int kLength = 11;
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - kLength + 1; i += stride) {
    unsigned code = 0;
    bool valid = true;
    for (int k = 0; k < kLength; ++k) {
      const unsigned char base = bases[i + k];
      if (base > 3) {
        valid = false;
        break;
      }
      code = (code << 2) | base;
    }
    if (valid) {
      const unsigned h = code * 2654435761u;
      atomicAdd(&table[(h >> 12) % unsigned(size)], 1);
    }
  }
}
