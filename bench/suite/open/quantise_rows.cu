extern "C" __global__ void quantise_rows(const float* __restrict__ data,
                                         unsigned char* __restrict__ out,
                                         float* __restrict__ scales, int rows, int columns) {
  const int lane = threadIdx.x % 32;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row < rows) {
    float high = 0.0f;
    for (int c = lane; c < columns; c += 32) {
      high = fmaxf(high, fabsf(data[row * columns + c]));
    }
    for (int offset = 16; offset > 0; offset /= 2) {
      high = fmaxf(high, __shfl_xor_sync(0xFFFFFFFF, high, offset));
    }
    const float scale = high / 127.0f;
    if (lane == 0) {
      scales[row] = scale;
    }
    for (int c = lane; c < columns; c += 32) {
      out[row * columns + c] =
          (unsigned char)(int(floorf(data[row * columns + c] / scale + 0.5f)) + 128);
    }
  }
}
