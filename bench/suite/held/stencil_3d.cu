extern "C" __global__ void stencil_3d(const float* __restrict__ u, float* __restrict__ out, float a,
                                      float b, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (1 <= x && x < nx - 1 && 1 <= y && y < ny - 1 && 1 <= z && z < nz - 1) {
    const int at = (z * ny + y) * nx + x;
    const float around =
        u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] + u[at - nx * ny] + u[at + nx * ny];
    out[at] = a * u[at] + b * around;
  }
}
