extern "C" __global__ void column_sums(const float* __restrict__ a, float* __restrict__ sums,
                                       int height, int width) {
  constexpr int kWidth = 32;
  constexpr int kHeight = 8;
  __shared__ float part[kHeight][kWidth];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int column = blockIdx.x * kWidth + tx;
  float total = 0.0f;
  if (column < width) {
    for (int row = ty; row < height; row += kHeight) {
      total += a[row * width + column];
    }
  }
  part[ty][tx] = total;
  __syncthreads();
  for (int s = kHeight / 2; s > 0; s /= 2) {
    if (ty < s) {
      part[ty][tx] += part[ty + s][tx];
    }
    __syncthreads();
  }
  if (ty == 0 && column < width) {
    sums[column] = part[0][tx];
  }
}
