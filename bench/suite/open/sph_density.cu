extern "C" __global__ void sph_density(const float* __restrict__ points,
                                       const int* __restrict__ starts, float* __restrict__ density,
                                       int size, float reach, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float x = points[3 * i];
    const float y = points[3 * i + 1];
    const float z = points[3 * i + 2];
    const int cx = int(x / reach);
    const int cy = int(y / reach);
    const int cz = int(z / reach);
    float total = 0.0f;
    for (int dz = -1; dz <= 1; ++dz) {
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          const int ax = cx + dx;
          const int ay = cy + dy;
          const int az = cz + dz;
          if (ax < 0 || ay < 0 || az < 0 || ax >= size || ay >= size || az >= size) {
            continue;
          }
          const int cell = (az * size + ay) * size + ax;
          for (int j = starts[cell]; j < starts[cell + 1]; ++j) {
            const float rx = points[3 * j] - x;
            const float ry = points[3 * j + 1] - y;
            const float rz = points[3 * j + 2] - z;
            const float rest = reach * reach - (rx * rx + ry * ry + rz * rz);
            if (rest > 0.0f) {
              total += rest * rest * rest;
            }
          }
        }
      }
    }
    density[i] = total;
  }
}
