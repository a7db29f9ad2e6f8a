extern "C" __global__ void matmul_tiled(const float* __restrict__ a, const float* __restrict__ b,
                                        float* __restrict__ c, int m, int n, int depth) {
  constexpr int kTile = 16;
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int column = blockIdx.x * kTile + tx;
  const int row = blockIdx.y * kTile + ty;
  float total = 0.0f;
  for (int first = 0; first < depth; first += kTile) {
    tile_a[ty][tx] = row < m && first + tx < depth ? a[row * depth + first + tx] : 0.0f;
    tile_b[ty][tx] = column < n && first + ty < depth ? b[(first + ty) * n + column] : 0.0f;
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      total += tile_a[ty][k] * tile_b[k][tx];
    }
    __syncthreads();
  }
  if (row < m && column < n) {
    c[row * n + column] = total;
  }
}
