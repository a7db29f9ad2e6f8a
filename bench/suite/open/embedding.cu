extern "C" __global__ void embedding(const float* __restrict__ table, const int* __restrict__ words,
                                     float* __restrict__ out, int count, int width) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count * width) {
    const int row = i / width;
    const int column = i % width;
    out[row * width + column] = table[words[row] * width + column];
  }
}
