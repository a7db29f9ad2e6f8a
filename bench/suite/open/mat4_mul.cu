extern "C" __global__ void mat4_mul(const float* __restrict__ a, const float* __restrict__ b,
                                    float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int row = 0; row < 4; ++row) {
      for (int column = 0; column < 4; ++column) {
        float total = 0.0f;
        for (int k = 0; k < 4; ++k) {
          total += a[16 * i + 4 * row + k] * b[16 * i + 4 * k + column];
        }
        out[16 * i + 4 * row + column] = total;
      }
    }
  }
}
