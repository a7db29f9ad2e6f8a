extern "C" __global__ void hash_mix(const unsigned* __restrict__ keys, unsigned* __restrict__ out,
                                    int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned h = keys[i];
    for (int round = 0; round < 8; ++round) {
      h ^= h >> 16;
      h *= 0x85EBCA6Bu;
      h ^= h >> 13;
      h *= 0xC2B2AE35u;
      h ^= h >> 16;
    }
    out[i] = h;
  }
}
