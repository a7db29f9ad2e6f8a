# RUN: kernelc build %s -k weigh --emit cuda
# Arrays of the file and record types stand before the functions.
import numpy as np
from numba import cuda, from_dtype, float32

particle = from_dtype(np.dtype([("mass", np.float32), ("cell", np.int32), ("at", np.float32, (3,))], align=True))
weights = np.array([0.25, 0.5, 0.25], np.float32)


@cuda.jit((particle[::1], float32[::1]))
def weigh(particles, out):
    i = cuda.grid(1)
    if i < particles.size:
        p = particles[i]
        s = float32(0)
        for k in range(3):
            s += weights[k] * p.at[k]
        out[p.cell] = s * p.mass
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: struct __align__(4) particle {
# CHECK:   float mass;
# CHECK:   int32_t cell;
# CHECK:   float at[3];
# CHECK: };
# CHECK:
# CHECK: __constant__ const float weights[3] = {
# CHECK:     0.25f, 0.5f, 0.25f};
# CHECK:
# CHECK: extern "C" __global__ void weigh(
# CHECK:     const particle* particles, int64_t particles_size, float* out, int64_t out_size) {
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   if (i < particles_size) {
# CHECK:     float s = 0.0f;
# CHECK:     auto* const p = &particles[i];
# CHECK:     for (int64_t k = 0; k < 3; ++k) {
# CHECK:       s += weights[k] * p->at[k];
# CHECK:     }
# CHECK:     out[kc::wrap(p->cell, out_size)] = s * p->mass;
# CHECK:   }
# CHECK: }
