extern "C" __global__ void lattice_boltzmann(const float* __restrict__ f, float* __restrict__ out, float omega, int w,
                                             int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    constexpr int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    constexpr int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    constexpr float weight[9] = {4.f / 9,  1.f / 9,  1.f / 9,  1.f / 9, 1.f / 9,
                                 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
    float rho = 0, ux = 0, uy = 0;
    for (int k = 0; k < 9; ++k) {
      const float v = f[(k * h + y) * w + x];
      rho += v;
      ux += cx[k] * v;
      uy += cy[k] * v;
    }
    ux /= rho;
    uy /= rho;
    const float square = 1.5f * (ux * ux + uy * uy);
    for (int k = 0; k < 9; ++k) {
      const float c = 3.f * (cx[k] * ux + cy[k] * uy);
      const float rest = weight[k] * rho * (1.f + c + 0.5f * c * c - square);
      const float v = f[(k * h + y) * w + x];
      out[(k * h + (y + cy[k] + h) % h) * w + (x + cx[k] + w) % w] = v - omega * (v - rest);
    }
  }
}
