extern "C" __global__ void histogram_2d(const float* __restrict__ x, const float* __restrict__ y,
                                        const int* __restrict__ weights, int* __restrict__ bins,
                                        int n, int rows, int columns) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    const int row = int(y[i] * rows);
    const int column = int(x[i] * columns);
    if (0 <= row && row < rows && 0 <= column && column < columns) {
      atomicAdd(&bins[row * columns + column], weights[i]);
    }
  }
}
