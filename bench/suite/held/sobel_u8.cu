extern "C" __global__ void sobel_u8(const unsigned char* __restrict__ image,
                                    unsigned char* __restrict__ out, int height, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    int gx = 0;
    int gy = 0;
    for (int k = -1; k <= 1; ++k) {
      const int weight = 2 - abs(k);
      gx += weight * (image[(y + k) * width + x + 1] - image[(y + k) * width + x - 1]);
      gy += weight * (image[(y + 1) * width + x + k] - image[(y - 1) * width + x + k]);
    }
    out[y * width + x] = (unsigned char)min(abs(gx) + abs(gy), 255);
  }
}
