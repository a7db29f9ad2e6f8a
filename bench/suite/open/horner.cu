extern "C" __global__ void horner(const float* __restrict__ x,
                                  const float* __restrict__ coefficients, float* __restrict__ y,
                                  int n, int terms) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float v = x[i];
    float result = 0.0f;
    for (int k = 0; k < terms; ++k) {
      result = result * v + coefficients[k];
    }
    y[i] = result;
  }
}
