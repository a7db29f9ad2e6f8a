extern "C" __global__ void binary_search(const float* __restrict__ table,
                                         const float* __restrict__ values, int* __restrict__ places,
                                         int table_size, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float value = values[i];
    int low = 0;
    int high = table_size;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (table[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    places[i] = low;
  }
}
