extern "C" __global__ void jacobi_double(const double* __restrict__ u, const double* __restrict__ f,
                                         double* __restrict__ out, double h2, int width,
                                         int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (0 < x && x < width - 1 && 0 < y && y < height - 1) {
    const int at = y * width + x;
    out[at] = 0.25 * (u[at - width] + u[at + width] + u[at - 1] + u[at + 1] - h2 * f[at]);
  }
}
