# RUN: kernelc build %s -k forces --emit cuda
# A field that is an array is indexed as one of C++'s own; it becomes kc::Array where it is passed on.
import numpy as np
from numba import cuda, from_dtype, float32, int32

Inner = np.dtype([("w", np.float32, (2, 2)), ("n", np.int32)], align=True)
Body = np.dtype([("pos", np.float32, (3,)), ("parts", Inner, (2,)), ("mass", np.float32)], align=True)
body = from_dtype(Body)


@cuda.jit(device=True)
def length2(v):
    s = float32(0)
    for k in range(v.size):
        s += v[k] * v[k]
    return s


@cuda.jit((body[::1], body[::1], int32[::1], float32[::1]))
def forces(p, q, order, out):
    i = cuda.grid(1)
    if i < p.size:
        s = float32(0)
        for c in range(3):
            s += p[i].pos[c] * p[i].pos[c]
            q[i].pos[c] = s
        for k in range(2):
            q[i].parts[k].w[k, 1] += p[i].parts[k].w[0, k]
        # A name where one is given, and where the place is read from memory.
        pos = p[i].pos
        q[order[i]].pos[0] = pos[1] + pos[-1]
        out[i] = s * p[i].mass + length2(p[i].pos)
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: struct __align__(4) Inner {
# CHECK:   float w[2][2];
# CHECK:   int32_t n;
# CHECK: };
# CHECK:
# CHECK: struct __align__(4) Body {
# CHECK:   float pos[3];
# CHECK:   Inner parts[2];
# CHECK:   float mass;
# CHECK: };
# CHECK:
# CHECK: static __device__ float length2(kc::Array<const float, 1, kc::C> v) {
# CHECK:   float s = 0.0f;
# CHECK:   const int64_t stop = v.extent[0];
# CHECK:   for (int64_t k = 0; k < stop; ++k) {
# CHECK:     s += v[k] * v[k];
# CHECK:   }
# CHECK:   return s;
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void forces(
# CHECK:     const Body* p, int64_t p_size, Body* q, int64_t q_size, const int32_t* order,
# CHECK:     int64_t order_size, float* out, int64_t out_size) {
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   if (i < p_size) {
# CHECK:     float s = 0.0f;
# CHECK:     for (int64_t c = 0; c < 3; ++c) {
# CHECK:       s += p[i].pos[c] * p[i].pos[c];
# CHECK:       q[i].pos[c] = s;
# CHECK:     }
# CHECK:     for (int64_t k = 0; k < 2; ++k) {
# CHECK:       q[i].parts[k].w[k][1] += p[i].parts[k].w[0][k];
# CHECK:     }
# CHECK:     // A name where one is given, and where the place is read from memory.
# CHECK:     auto& pos = p[i].pos;
# CHECK:     auto& pos_2 = q[kc::wrap(order[i], q_size)].pos;
# CHECK:     pos_2[0] = pos[1] + pos[3 - 1];
# CHECK:     const float t = s * p[i].mass;
# CHECK:     out[i] = t + length2(kc::Array<const float, 1, kc::C>{p[i].pos, {3}});
# CHECK:   }
# CHECK: }
