extern "C" __global__ void row_scale(const float* __restrict__ a, const float* __restrict__ scale,
                                     const float* __restrict__ shift, float* __restrict__ out,
                                     int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    out[y * width + x] = a[y * width + x] * scale[x] + shift[y];
  }
}
