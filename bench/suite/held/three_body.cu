extern "C" __global__ void three_body(const double* __restrict__ start, double* __restrict__ out,
                                      const double* __restrict__ masses, double dt, int steps,
                                      int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double position[6];
    double velocity[6];
    for (int k = 0; k < 6; ++k) {
      position[k] = start[6 * i + k];
      velocity[k] = 0.0;
    }
    for (int step = 0; step < steps; ++step) {
      for (int a = 0; a < 3; ++a) {
        double ax = 0.0;
        double ay = 0.0;
        for (int b = 0; b < 3; ++b) {
          if (a != b) {
            const double dx = position[2 * b] - position[2 * a];
            const double dy = position[2 * b + 1] - position[2 * a + 1];
            const double r2 = dx * dx + dy * dy + 1e-2;
            const double pull = masses[b] / (r2 * sqrt(r2));
            ax += pull * dx;
            ay += pull * dy;
          }
        }
        velocity[2 * a] += dt * ax;
        velocity[2 * a + 1] += dt * ay;
      }
      for (int k = 0; k < 6; ++k) {
        position[k] += dt * velocity[k];
      }
    }
    for (int k = 0; k < 6; ++k) {
      out[6 * i + k] = position[k];
    }
  }
}
