extern "C" __global__ void axpby_double(double a, const double* __restrict__ x, double b,
                                        double* __restrict__ y, int n) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    y[i] = a * x[i] + b * y[i];
  }
}
