static __device__ int EscapeTime(double cr, double ci, int limit) {
  double zr = 0.0;
  double zi = 0.0;
  for (int i = 0; i < limit; ++i) {
    const double next = zr * zr - zi * zi + cr;
    zi = 2.0 * zr * zi + ci;
    zr = next;
    if (zr * zr + zi * zi >= 4.0) {
      return i;
    }
  }
  return limit;
}

extern "C" __global__ void mandelbrot(unsigned char* __restrict__ image, double left, double right,
                                      double bottom, double top, int limit, int width, int height) {
  const double dx = (right - left) / width;
  const double dy = (top - bottom) / height;
  const int step_x = gridDim.x * blockDim.x;
  const int step_y = gridDim.y * blockDim.y;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += step_y) {
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += step_x) {
      image[y * width + x] =
          static_cast<unsigned char>(EscapeTime(left + x * dx, bottom + y * dy, limit));
    }
  }
}
