// The kernels of the runtime's own tests; kernels.ptx is made from this file, see ../README.md.
#include <cstdint>

extern "C" __global__ void add_k(const float* a, int64_t na, const float* b, int64_t, float* c,
                                 int64_t) {
  const int64_t i = blockIdx.x * int64_t(blockDim.x) + threadIdx.x;
  if (i < na) {
    c[i] = a[i] + b[i];
  }
}

extern "C" __global__ void scale_k(float* x, int64_t n, int64_t stride, float factor) {
  const int64_t i = blockIdx.x * int64_t(blockDim.x) + threadIdx.x;
  if (i < n) {
    float* place = reinterpret_cast<float*>(reinterpret_cast<char*>(x) + i * stride);
    *place *= factor;
  }
}

// Each thread writes its place in the grid, counted x fastest.
extern "C" __global__ void where_k(int32_t* out, int64_t) {
  const int64_t block = blockIdx.x + gridDim.x * (blockIdx.y + int64_t(gridDim.y) * blockIdx.z);
  const int64_t thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int64_t i = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
  out[i] = int32_t(i);
}

// The last thread of each block writes what the first one put at the end of dynamic shared memory.
extern "C" __global__ void shared_k(int32_t* out, int64_t, int32_t words) {
  extern __shared__ int32_t memory[];
  if (threadIdx.x == 0) {
    memory[words - 1] = int32_t(blockIdx.x) + 100;
  }
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) {
    out[blockIdx.x] = memory[words - 1];
  }
}

// Waits about `microseconds`.
extern "C" __global__ void spin_k(int64_t microseconds) {
  uint64_t start, now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  } while (now - start < uint64_t(microseconds) * 1000);
}

extern "C" __global__ void scalars_k(bool a, int8_t b, uint16_t c, int32_t d, float e, double f,
                                     float g_re, float g_im, double h_re, double h_im, uint64_t i,
                                     double* out, int64_t) {
  const double values[] = {double(a),    double(b),    double(c), double(d), double(e), f,
                           double(g_re), double(g_im), h_re,      h_im,      double(i)};
  for (int k = 0; k < 11; ++k) {
    out[k] = values[k];
  }
}

extern "C" __global__ void fault_k(int32_t block) {
  if (int32_t(blockIdx.x) == block && threadIdx.x == 3) {
    asm volatile("trap;");
  }
}
