extern "C" __global__ void cholesky4(const float* __restrict__ matrices,
                                     float* __restrict__ factors, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float m[4][4];
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c < 4; ++c) {
        m[r][c] = matrices[16 * i + 4 * r + c];
      }
    }
    for (int k = 0; k < 4; ++k) {
      m[k][k] = sqrtf(m[k][k]);
      for (int r = k + 1; r < 4; ++r) {
        m[r][k] /= m[k][k];
      }
      for (int c = k + 1; c < 4; ++c) {
        for (int r = c; r < 4; ++r) {
          m[r][c] -= m[r][k] * m[c][k];
        }
      }
    }
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c < 4; ++c) {
        factors[16 * i + 4 * r + c] = c <= r ? m[r][c] : 0.0f;
      }
    }
  }
}
