extern "C" __global__ void erode_u8(const unsigned char* __restrict__ image,
                                    unsigned char* __restrict__ out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int smallest = 255;
    for (int j = max(y - 1, 0); j < min(y + 2, height); ++j) {
      for (int i = max(x - 1, 0); i < min(x + 2, width); ++i) {
        smallest = min(smallest, int(image[j * width + i]));
      }
    }
    out[y * width + x] = smallest;
  }
}
