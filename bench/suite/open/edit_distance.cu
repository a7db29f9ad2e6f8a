extern "C" __global__ void edit_distance(const unsigned char* __restrict__ a,
                                         const unsigned char* __restrict__ b,
                                         int* __restrict__ distances) {
  constexpr int kLength = 127;
  __shared__ int diagonals[3][kLength + 1];
  const int i = threadIdx.x;
  const int pair = blockIdx.x;
  for (int d = 0; d < 2 * kLength + 1; ++d) {
    const int j = d - i;
    if (0 <= j && j <= kLength) {
      int value;
      if (i == 0) {
        value = j;
      } else if (j == 0) {
        value = i;
      } else {
        const int before = diagonals[(d + 2) % 3][i - 1];
        const int above = diagonals[(d + 2) % 3][i];
        const int corner = diagonals[(d + 1) % 3][i - 1];
        const int cost = a[pair * kLength + i - 1] == b[pair * kLength + j - 1] ? 0 : 1;
        value = min(min(before, above) + 1, corner + cost);
      }
      diagonals[d % 3][i] = value;
    }
    __syncthreads();
  }
  if (i == kLength) {
    distances[pair] = diagonals[2 * kLength % 3][i];
  }
}
