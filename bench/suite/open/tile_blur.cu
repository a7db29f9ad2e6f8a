extern "C" __global__ void tile_blur(const float* __restrict__ image,
                                     const float* __restrict__ weights, float* __restrict__ out,
                                     int width, int height) {
  constexpr int kWidth = 32;
  constexpr int kHeight = 8;
  constexpr int kRadius = 2;
  __shared__ float tile[kHeight + 2 * kRadius][kWidth + 2 * kRadius];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int left = blockIdx.x * kWidth - kRadius;
  const int top = blockIdx.y * kHeight - kRadius;
  for (int j = ty; j < kHeight + 2 * kRadius; j += kHeight) {
    for (int i = tx; i < kWidth + 2 * kRadius; i += kWidth) {
      const int y = min(max(top + j, 0), height - 1);
      const int x = min(max(left + i, 0), width - 1);
      tile[j][i] = image[y * width + x];
    }
  }
  __syncthreads();
  const int x = blockIdx.x * kWidth + tx;
  const int y = blockIdx.y * kHeight + ty;
  if (x < width && y < height) {
    float total = 0.0f;
    for (int j = 0; j < 2 * kRadius + 1; ++j) {
      for (int i = 0; i < 2 * kRadius + 1; ++i) {
        total += weights[j * (2 * kRadius + 1) + i] * tile[ty + j][tx + i];
      }
    }
    out[y * width + x] = total;
  }
}
