// The samples' kernels whose threads work together, in CUDA C++ as one writes them by hand.
#include <cstdint>

extern "C" __global__ void transpose(const float* __restrict__ src, float* __restrict__ dst,
                                     int width, int height) {
  constexpr int kTile = 32;
  constexpr int kRows = 8;
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    if (x < width && y + j < height) {
      tile[threadIdx.y + j][threadIdx.x] = src[(y + j) * width + x];
    }
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    if (x < height && y + j < width) {
      dst[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
    }
  }
}

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

extern "C" __global__ void block_sum(const float* __restrict__ data, float* __restrict__ total,
                                     int n) {
  constexpr int kThreads = 256;
  __shared__ float partial[kThreads];
  const int tid = threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + tid; i < n; i += step) {
    sum += data[i];
  }
  partial[tid] = sum;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (tid < half) {
      partial[tid] += partial[tid + half];
    }
    __syncthreads();
  }
  if (tid == 0) {
    atomicAdd(total, partial[0]);
  }
}

extern "C" __global__ void warp_sum(const float* __restrict__ data, float* __restrict__ total,
                                    int n) {
  const int step = gridDim.x * blockDim.x;
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    sum += data[i];
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
  }
  if (threadIdx.x % 32 == 0) {
    atomicAdd(total, sum);
  }
}

extern "C" __global__ void nbody(const float4* __restrict__ bodies,
                                 float* __restrict__ acceleration, int n) {
  constexpr int kTile = 256;
  constexpr float kSoftening = 1e-3f;
  __shared__ float4 tile[kTile];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  const float4 self = i < n ? bodies[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float ax = 0.0f;
  float ay = 0.0f;
  float az = 0.0f;
  for (int first = 0; first < n; first += kTile) {
    const int j = first + tid;
    tile[tid] = j < n ? bodies[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      const float4 other = tile[k];
      const float dx = other.x - self.x;
      const float dy = other.y - self.y;
      const float dz = other.z - self.z;
      const float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + kSoftening);
      const float pull = other.w * inverse * inverse * inverse;
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    __syncthreads();
  }
  if (i < n) {
    acceleration[3 * i] = ax;
    acceleration[3 * i + 1] = ay;
    acceleration[3 * i + 2] = az;
  }
}

extern "C" __global__ void histogram(const std::uint8_t* __restrict__ data, int* __restrict__ bins,
                                     int n) {
  constexpr int kBins = 256;
  __shared__ int counts[kBins];
  for (int b = threadIdx.x; b < kBins; b += blockDim.x) {
    counts[b] = 0;
  }
  __syncthreads();
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    atomicAdd(&counts[data[i]], 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < kBins; b += blockDim.x) {
    atomicAdd(&bins[b], counts[b]);
  }
}
