# RUN: kernelc build %s -k norm --sig "float32[::1], float32[::1]" --emit cuda
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: static __device__ float select_2(float a, float b) {
# CHECK:   float rand = a / b;
# CHECK:   if (rand > 2.0f) {
# CHECK:     rand = 2.0f;
# CHECK:   }
# CHECK:   return a - rand;
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void norm_2(
# CHECK:     float* x, int64_t x_size, const float* M_PI_3, int64_t M_PI_3_size) {
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   const int64_t EOF_2 = 2 * i;
# CHECK:   if (i < x_size) {
# CHECK:     const float t = select_2(x[i], M_PI_3[i]);
# CHECK:     x[i] = t + float(EOF_2) * select_2(M_PI_3[i], x[i]);
# CHECK:   }
# CHECK: }
# nvcc declares functions of these names before the first line, `extern "C"`; variables hide them, but no macros.
from kernelc import *


@device
def select(a, b):
    rand = a / b
    if rand > 2.0:
        rand = 2.0
    return a - rand


@kernel
def norm(x, M_PI):
    i = grid(1)
    EOF = 2 * i
    if i < x.size:
        x[i] = select(x[i], M_PI[i]) + EOF * select(M_PI[i], x[i])
