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
