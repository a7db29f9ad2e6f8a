extern "C" __global__ void row_sums(const float* __restrict__ a, float* __restrict__ sums,
                                    int height, int width) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < height) {
    float total = 0.0f;
    for (int column = 0; column < width; ++column) {
      total += a[row * width + column];
    }
    sums[row] = total;
  }
}
