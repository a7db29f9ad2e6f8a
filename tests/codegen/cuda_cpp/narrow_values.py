# RUN: kernelc build %s -k narrow -W none --emit cuda
# What wraps in a narrow type, and what CUDA C++ gives as an unsigned number, keeps its type where a wider one is wanted.
from kernelc import *


@kernel
def narrow(a: uint8[::1], b: uint8[::1], out: int64[::1], marks: float32[::1]):
    i = threadIdx.x
    out[i] = a[i] + b[i]
    marks[a[i] + b[i]] = 1.0
    out[i + 32] = int64(ballot_sync(0xffffffff, a[i] > 2))
    out[i + 64] = threadIdx.y
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: extern "C" __global__ void narrow(
# CHECK:     const uint8_t* a, int64_t a_size, const uint8_t* b, int64_t b_size, int64_t* out,
# CHECK:     int64_t out_size, float* marks, int64_t marks_size) {
# CHECK:   const int32_t i = threadIdx.x;
# CHECK:   out[i] = uint8_t(a[i] + b[i]);
# CHECK:   marks[uint8_t(a[i] + b[i])] = 1.0f;
# CHECK:   out[i + 32] = int32_t(__ballot_sync(0xffffffffu, a[i] > 2));
# CHECK:   out[i + 64] = threadIdx.y;
# CHECK: }
