extern "C" __global__ void interleave3(const float* __restrict__ x, const float* __restrict__ y,
                                       const float* __restrict__ z, float* __restrict__ points,
                                       int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    points[3 * i] = x[i];
    points[3 * i + 1] = y[i];
    points[3 * i + 2] = z[i];
  }
}
