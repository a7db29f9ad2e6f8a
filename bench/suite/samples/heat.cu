extern "C" __global__ void heat(const float* __restrict__ u, float* __restrict__ out, float alpha,
                                int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {
    return;
  }
  const int at = y * width + x;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    const float around = u[at - width] + u[at + width] + u[at - 1] + u[at + 1];
    out[at] = u[at] + alpha * (around - 4.0f * u[at]);
  } else {
    out[at] = u[at];
  }
}
