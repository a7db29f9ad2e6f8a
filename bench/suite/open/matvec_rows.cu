extern "C" __global__ void matvec_rows(const float* __restrict__ a, const float* __restrict__ x,
                                       float* __restrict__ y, int height, int width) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= height) {
    return;
  }
  float total = 0.0f;
  for (int i = lane; i < width; i += 32) {
    total += a[row * width + i] * x[i];
  }
  for (int k = 0; k < 5; ++k) {
    total += __shfl_xor_sync(0xFFFFFFFF, total, 16 >> k);
  }
  if (lane == 0) {
    y[row] = total;
  }
}
