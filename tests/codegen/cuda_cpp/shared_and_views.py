# RUN: kernelc build %s -k rows --sig "float32[:,::1], float32[:,:], float32[::1]" --emit cuda
# Arrays with strides, views and arrays that are passed on are kc::Array; shared arrays are C++'s own.
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def total(row):
    s = np.float32(0)
    for k in range(row.size):
        s += row[k]
    return s


@cuda.jit
def rows(a, b, out):
    tile = cuda.shared.array((8, 8), np.float32)
    x = cuda.threadIdx.x
    y = cuda.threadIdx.y
    tile[y, x] = a[y, x] * b[-1, x]
    cuda.syncthreads()
    if x == 0:
        out[y] = total(tile[y]) + total(a[y, 1:3])
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: static __device__ float total(kc::Array<const float, 1, kc::C> row) {
# CHECK:   float s = 0.0f;
# CHECK:   const int64_t stop = row.extent[0];
# CHECK:   for (int64_t k = 0; k < stop; ++k) {
# CHECK:     s += row[k];
# CHECK:   }
# CHECK:   return s;
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void rows(
# CHECK:     const float* a, int64_t a_shape0, int64_t a_shape1, const float* b_data, int64_t b_shape0,
# CHECK:     int64_t b_shape1, int64_t b_stride0, int64_t b_stride1, float* out, int64_t out_size) {
# CHECK:   const kc::Array<const float, 2, kc::A> b = {b_data, {b_shape0, b_shape1}, {b_stride0, b_stride1}};
# CHECK:   __shared__ float tile[8][8];
# CHECK:   const int32_t x = threadIdx.x;
# CHECK:   const int32_t y = threadIdx.y;
# CHECK:   tile[y][x] = a[y * a_shape1 + x] * b(b_shape0 - 1, x);
# CHECK:   __syncthreads();
# CHECK:   if (x == 0) {
# CHECK:     const kc::Array<const float, 1, kc::C> view = {&tile[y][0], {8}};
# CHECK:     const float t = total(view);
# CHECK:     const int64_t t_2 = min(int64_t(1), a_shape1);
# CHECK:     const kc::Array<const float, 1, kc::C> view_2 =
# CHECK:         {&a[y * a_shape1 + t_2], {max(min(int64_t(3), a_shape1) - t_2, int64_t(0))}};
# CHECK:     out[y] = t + total(view_2);
# CHECK:   }
# CHECK: }
