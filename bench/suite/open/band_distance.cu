extern "C" __global__ void band_distance(const unsigned char* __restrict__ left,
                                         const unsigned char* __restrict__ right,
                                         int* __restrict__ out, int n, int length) {
  constexpr int kBand = 4;
  constexpr int kWidth = 2 * kBand + 1;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int row[kWidth + 1];
    for (int d = 0; d <= kWidth; ++d) {
      row[d] = abs(d - kBand);
    }
    row[kWidth] = 1000;
    for (int y = 0; y < length; ++y) {
      int before = 1000;
      for (int d = 0; d < kWidth; ++d) {
        const int x = y + d - kBand;
        int best;
        if (x < 0) {
          best = y + 1;
          if (x < -1) {
            best = 1000;
          }
        } else if (x >= length) {
          best = 1000;
        } else {
          const int cost = left[i * length + y] == right[i * length + x] ? 0 : 1;
          best = min(row[d] + cost, min(row[d + 1], before) + 1);
        }
        row[d] = best;
        before = best;
      }
    }
    out[i] = row[kBand];
  }
}
