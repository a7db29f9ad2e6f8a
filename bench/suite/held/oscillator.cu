extern "C" __global__ void oscillator(double* __restrict__ positions,
                                      double* __restrict__ velocities,
                                      const double* __restrict__ stiffness, double dt, int steps,
                                      int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double x = positions[i];
    double v = velocities[i];
    const double k = stiffness[i];
    for (int step = 0; step < steps; ++step) {
      v -= 0.5 * dt * k * x;
      x += dt * v;
      v -= 0.5 * dt * k * x;
    }
    positions[i] = x;
    velocities[i] = v;
  }
}
