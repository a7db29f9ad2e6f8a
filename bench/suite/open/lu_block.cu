extern "C" __global__ void lu_block(float* __restrict__ matrices) {
  constexpr int kSize = 16;
  __shared__ float m[kSize][kSize];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  float* matrix = matrices + blockIdx.x * kSize * kSize;
  m[y][x] = matrix[y * kSize + x];
  __syncthreads();
  for (int k = 0; k < kSize - 1; ++k) {
    if (y > k && x == k) {
      m[y][k] /= m[k][k];
    }
    __syncthreads();
    if (y > k && x > k) {
      m[y][x] -= m[y][k] * m[k][x];
    }
    __syncthreads();
  }
  matrix[y * kSize + x] = m[y][x];
}
