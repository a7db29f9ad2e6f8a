extern "C" __global__ void transpose(const float* __restrict__ src, float* __restrict__ dst,
                                     int width, int height) {
  constexpr int kTile = 32;
  constexpr int kRows = 8;
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    if (x < width && y + j < height) {
      tile[threadIdx.y + j][threadIdx.x] = src[(y + j) * width + x];
    }
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    if (x < height && y + j < width) {
      dst[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
    }
  }
}
