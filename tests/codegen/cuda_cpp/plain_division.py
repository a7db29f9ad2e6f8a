# RUN: kernelc build %s -k blocks --emit cuda
# Division and remainder are C++'s own where nothing is negative and the divisor is not zero.
from numba import cuda, int32, int64, uint8, uint32


@cuda.jit((int64[:, ::1], int32, uint32[::1], uint8[::1]))
def blocks(out, n, u, b):
    i = cuda.grid(1)
    width = out.shape[1]
    warp = cuda.threadIdx.x // 32
    lane = cuda.threadIdx.x % cuda.warpsize
    if i < width:
        # The guard says that the width is not zero.
        out[i // width, i % width] = warp + lane
        # What may be negative, or divided by zero, stays Python's.
        out[0, 0] = i // n + n % 5
        for k in range(8):
            out[k // 2 * 2, (k + 1) % 4] = (i + k) // cuda.blockDim.x
        u[i] = u[i] // uint32(3) % uint32(7)
        b[i] = b[i] // uint8(3)
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: extern "C" __global__ void blocks(
# CHECK:     int64_t* out, int64_t out_shape0, int64_t out_shape1, int32_t n, uint32_t* u, int64_t u_size,
# CHECK:     uint8_t* b, int64_t b_size) {
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   const int64_t width = out_shape1;
# CHECK:   const int64_t warp = threadIdx.x / 32;
# CHECK:   const int64_t lane = threadIdx.x % warpSize;
# CHECK:   if (i < width) {
# CHECK:     // The guard says that the width is not zero.
# CHECK:     out[(i / width) * out_shape1 + (i % width)] = warp + lane;
# CHECK:     // What may be negative, or divided by zero, stays Python's.
# CHECK:     out[0] = kc::floor_div(i, int64_t(n)) + kc::floor_mod(int64_t(n), int64_t(5));
# CHECK:     for (int64_t k = 0; k < 8; ++k) {
# CHECK:       out[(k / 2 * 2) * out_shape1 + ((k + 1) % 4)] = (i + k) / blockDim.x;
# CHECK:     }
# CHECK:     u[i] = uint32_t(uint64_t(u[i]) / 3u % 7u);
# CHECK:     b[i] = uint8_t(uint64_t(b[i]) / 3u);
# CHECK:   }
# CHECK: }
