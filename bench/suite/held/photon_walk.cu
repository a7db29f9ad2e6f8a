static __device__ unsigned long long rotate(unsigned long long x, int k) {
  return (x << k) | (x >> (64 - k));
}

static __device__ void advance(unsigned long long& s0, unsigned long long& s1) {
  s1 ^= s0;
  s0 = rotate(s0, 24) ^ s1 ^ (s1 << 16);
  s1 = rotate(s1, 37);
}

static __device__ float unit(unsigned long long s0, unsigned long long s1) {
  return float((s0 + s1) >> 40) * (1.0f / 16777216);
}

extern "C" __global__ void photon_walk(const unsigned long long* __restrict__ seeds,
                                       float* __restrict__ depths, float* __restrict__ weights,
                                       float extinction, float albedo, int steps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned long long s0 = seeds[2 * i];
    unsigned long long s1 = seeds[2 * i + 1];
    float depth = 0.0f;
    float cosine = 1.0f;
    float weight = 1.0f;
    for (int k = 0; k < steps; ++k) {
      const float a = unit(s0, s1);
      advance(s0, s1);
      depth += cosine * (-logf(1.0f - a) / extinction);
      if (depth < 0.0f) {
        break;
      }
      weight *= albedo;
      const float b = unit(s0, s1);
      advance(s0, s1);
      cosine = 2.0f * b - 1.0f;
    }
    depths[i] = depth;
    weights[i] = weight;
  }
}
