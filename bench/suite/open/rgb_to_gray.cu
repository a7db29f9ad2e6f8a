extern "C" __global__ void rgb_to_gray(const unsigned char* __restrict__ image,
                                       unsigned char* __restrict__ gray, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const int at = y * width + x;
    const int r = image[3 * at];
    const int g = image[3 * at + 1];
    const int b = image[3 * at + 2];
    gray[at] = (77 * r + 150 * g + 29 * b) >> 8;
  }
}
