extern "C" __global__ void burning_ship(unsigned char* __restrict__ counts, double left, double top,
                                        double scale, int limit, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    const double cx = left + column * scale;
    const double cy = top + row * scale;
    double x = 0.0;
    double y = 0.0;
    int n = 0;
    while (x * x + y * y <= 4.0 && n < limit) {
      const double next = x * x - y * y + cx;
      y = fabs(2.0 * x * y) + cy;
      x = next;
      ++n;
    }
    counts[row * width + column] = n;
  }
}
