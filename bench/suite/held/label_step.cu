extern "C" __global__ void label_step(const unsigned char* __restrict__ mask,
                                      const int* __restrict__ labels, int* __restrict__ out,
                                      int* __restrict__ changed, int height, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int best = labels[y * width + x];
    if (mask[y * width + x] != 0) {
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          const int yy = y + dy;
          const int xx = x + dx;
          if (yy >= 0 && yy < height && xx >= 0 && xx < width && mask[yy * width + xx] != 0) {
            best = min(best, labels[yy * width + xx]);
          }
        }
      }
      if (best != labels[y * width + x]) {
        changed[0] = 1;
      }
    }
    out[y * width + x] = best;
  }
}
