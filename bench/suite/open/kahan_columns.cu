extern "C" __global__ void kahan_columns(const float* __restrict__ a, double* __restrict__ sums,
                                         int height, int width) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < width) {
    double total = 0.0;
    double lost = 0.0;
    for (int row = 0; row < height; ++row) {
      const double value = a[row * width + column] - lost;
      const double next_total = total + value;
      lost = (next_total - total) - value;
      total = next_total;
    }
    sums[column] = total;
  }
}
