extern "C" __global__ void magnitude(const float* __restrict__ z, float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float re = z[2 * i];
    const float im = z[2 * i + 1];
    out[i] = sqrtf(re * re + im * im);
  }
}
