struct PairResult {
  float energy;
  float force;
};

static __device__ PairResult pair(float dx, float dy, float dz, float cutoff) {
  const float r2 = dx * dx + dy * dy + dz * dz;
  if (r2 > cutoff) {
    return {0.0f, 0.0f};
  }
  const float inverse = 1.0f / r2;
  const float s6 = inverse * inverse * inverse;
  return {4.0f * s6 * (s6 - 1.0f), 24.0f * s6 * (2.0f * s6 - 1.0f) * inverse};
}

extern "C" __global__ void lennard_jones(const float* __restrict__ points,
                                         const int* __restrict__ neighbours,
                                         float* __restrict__ forces, float* __restrict__ energies,
                                         float cutoff, int n, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float x = points[3 * i];
    const float y = points[3 * i + 1];
    const float z = points[3 * i + 2];
    float fx = 0.0f;
    float fy = 0.0f;
    float fz = 0.0f;
    float total = 0.0f;
    for (int k = 0; k < count; ++k) {
      const int j = neighbours[k * n + i];
      const float dx = points[3 * j] - x;
      const float dy = points[3 * j + 1] - y;
      const float dz = points[3 * j + 2] - z;
      const PairResult result = pair(dx, dy, dz, cutoff);
      total += result.energy;
      fx += result.force * dx;
      fy += result.force * dy;
      fz += result.force * dz;
    }
    forces[3 * i] = fx;
    forces[3 * i + 1] = fy;
    forces[3 * i + 2] = fz;
    energies[i] = total;
  }
}
