extern "C" __global__ void spmv(const int* __restrict__ indptr, const int* __restrict__ indices,
                                const float* __restrict__ values, const float* __restrict__ x,
                                float* __restrict__ y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float total = 0.0f;
    const int end = indptr[row + 1];
    for (int k = indptr[row]; k < end; ++k) {
      total += values[k] * x[indices[k]];
    }
    y[row] = total;
  }
}
