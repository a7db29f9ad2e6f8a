extern "C" __global__ void bilinear_resize(const float* __restrict__ image, float* __restrict__ out,
                                           int rows, int columns, int height, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const float sy = (float(y) + 0.5f) * float(rows) / float(height) - 0.5f;
    const float sx = (float(x) + 0.5f) * float(columns) / float(width) - 0.5f;
    const int y0 = int(fmaxf(sy, 0.0f));
    const int x0 = int(fmaxf(sx, 0.0f));
    const int y1 = min(y0 + 1, rows - 1);
    const int x1 = min(x0 + 1, columns - 1);
    const float fy = fmaxf(sy, 0.0f) - float(y0);
    const float fx = fmaxf(sx, 0.0f) - float(x0);
    const float top = image[y0 * columns + x0] * (1.0f - fx) + image[y0 * columns + x1] * fx;
    const float bottom = image[y1 * columns + x0] * (1.0f - fx) + image[y1 * columns + x1] * fx;
    out[y * width + x] = top * (1.0f - fy) + bottom * fy;
  }
}
