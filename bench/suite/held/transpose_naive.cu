extern "C" __global__ void transpose_naive(const double* __restrict__ a, double* __restrict__ out,
                                           int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    out[x * height + y] = a[y * width + x];
  }
}
