static __device__ double3 slope(double x, double y, double z) {
  return make_double3(10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z);
}

extern "C" __global__ void lorenz_rk4(double* __restrict__ points, double dt, int steps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double x = points[3 * i];
    double y = points[3 * i + 1];
    double z = points[3 * i + 2];
    for (int step = 0; step < steps; ++step) {
      const double3 a = slope(x, y, z);
      const double3 b = slope(x + 0.5 * dt * a.x, y + 0.5 * dt * a.y, z + 0.5 * dt * a.z);
      const double3 c = slope(x + 0.5 * dt * b.x, y + 0.5 * dt * b.y, z + 0.5 * dt * b.z);
      const double3 e = slope(x + dt * c.x, y + dt * c.y, z + dt * c.z);
      x += dt / 6.0 * (a.x + 2.0 * b.x + 2.0 * c.x + e.x);
      y += dt / 6.0 * (a.y + 2.0 * b.y + 2.0 * c.y + e.y);
      z += dt / 6.0 * (a.z + 2.0 * b.z + 2.0 * c.z + e.z);
    }
    points[3 * i] = x;
    points[3 * i + 1] = y;
    points[3 * i + 2] = z;
  }
}
