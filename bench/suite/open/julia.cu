static __device__ int escape(float x, float y, float cx, float cy, int limit) {
  for (int n = 0; n < limit; ++n) {
    if (x * x + y * y > 4.0f) {
      return n;
    }
    const float next = x * x - y * y + cx;
    y = x * y + x * y + cy;
    x = next;
  }
  return limit;
}

extern "C" __global__ void julia(int* __restrict__ image, float cx, float cy, int limit, int width,
                                 int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    const float x = 3.0 * column / width - 1.5;
    const float y = 2.0 * row / height - 1.0;
    image[row * width + column] = escape(x, y, cx, cy, limit);
  }
}
