extern "C" __global__ void box_blur_u8(const unsigned char* __restrict__ image,
                                       unsigned char* __restrict__ out, int radius, int width,
                                       int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {
    return;
  }
  int total = 0;
  int count = 0;
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) {
      const int yy = min(max(y + dy, 0), height - 1);
      const int xx = min(max(x + dx, 0), width - 1);
      total += image[yy * width + xx];
      ++count;
    }
  }
  out[y * width + x] = total / count;
}
