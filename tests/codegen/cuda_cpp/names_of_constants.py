# RUN: kernelc build %s --emit cuda
# Constants of the file keep their names, alone and in arithmetic that C++ does as Python does; other numbers are numbers.
import enum
import math

import numpy as np
from numba import cuda, float32, float64, int32, uint8, uint32

TW = 16
PADDED = TW + 1
G = 9.81
EPSILON = 1e-6
SCALE = np.float32(0.5)
BIG = 1 << 40
MASK = 0xFF
SIGNED = True
BELOW = -3
INFINITE = math.inf
KERNEL = np.array([1, 2, 1], np.float32)
OFFSETS = (-1, 0, 1)
TABLE = (3, 1, 4, 1, 5, 9)


class Mode(enum.IntEnum):
    FAST = 1
    EXACT = 2


class Config:
    STEPS = 40


def make(depth):
    @cuda.jit((float32[::1],))
    def deep(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] += depth

    return deep


deep8 = make(8)


@cuda.jit(device=True)
def smooth(x, rate):
    return x * rate + EPSILON


@cuda.jit((float32[:, ::1], float64[::1], int32[::1], uint32[::1], uint8[::1]))
def kernel(a, d, n, u, b):
    tile = cuda.shared.array((TW, TW + 1), float32)
    row = cuda.local.array(2 * TW, float32)
    i = cuda.grid(1)
    size = TW // 2
    for k in range(TW):
        tile[k, TW - 1] = a[i % TW, k] * SCALE
        row[k + TW] = KERNEL[2] * KERNEL[k % 3] + OFFSETS[k % 3] + TABLE[k % 6]
    for k in range(0, Config.STEPS, size):
        d[k] = G * d[k] + 2 * G + G / 4 + EPSILON + BIG
    a[0, 0] = float32(G) * a[0, 0] + tile[0, 0] + row[0] + float32(TW)
    n[0] = BELOW + n[0] * (TW + BELOW) % MASK
    n[TW] = n[BELOW] if SIGNED else 0
    u[0] = (u[0] & uint32(MASK)) * uint32(TW)
    b[0] = b[0] & MASK
    if n[1] == Mode.EXACT or d[0] < INFINITE:
        d[1] = smooth(d[1], 1 / TW)
    # A name of the kernel is none of the file's.
    TABLE_SIZE = 5
    d[2] = TABLE_SIZE
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: constexpr int depth = 8;
# CHECK: constexpr int TW = 16;
# CHECK: constexpr float SCALE = 0.5f;
# CHECK: constexpr int Config_STEPS = 40;
# CHECK: constexpr double G = 9.81;
# CHECK: constexpr double EPSILON = 1e-06;
# CHECK: constexpr int64_t BIG = 1099511627776l;
# CHECK: constexpr int BELOW = -3;
# CHECK: constexpr int MASK = 255;
# CHECK: constexpr int Mode_EXACT = 2;
# CHECK:
# CHECK: __constant__ const float KERNEL[3] = {
# CHECK:     1.0f, 2.0f, 1.0f};
# CHECK:
# CHECK: __constant__ const int64_t TABLE[6] = {
# CHECK:     3, 1, 4, 1, 5, 9};
# CHECK:
# CHECK: __constant__ const int64_t OFFSETS[3] = {
# CHECK:     -1, 0, 1};
# CHECK:
# CHECK: static __device__ double smooth(double x, double rate) {
# CHECK:   return x * rate + EPSILON;
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void make_deep(float* x, int64_t x_size) {
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   if (i < x_size) {
# CHECK:     x[i] = float(double(x[i]) + double(depth));
# CHECK:   }
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void kernel(
# CHECK:     float* a, int64_t a_shape0, int64_t a_shape1, double* d, int64_t d_size, int32_t* n,
# CHECK:     int64_t n_size, uint32_t* u, int64_t u_size, uint8_t* b, int64_t b_size) {
# CHECK:   __shared__ float tile[TW][TW + 1];
# CHECK:   float row[2 * TW];
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   for (int64_t k = 0; k < TW; ++k) {
# CHECK:     tile[k][TW - 1] = a[(i % TW) * a_shape1 + k] * SCALE;
# CHECK:     row[k + TW] =
# CHECK:         float(double(KERNEL[2] * KERNEL[k % 3]) + double(OFFSETS[k % 3]) + double(TABLE[k % 6]));
# CHECK:   }
# CHECK:   for (int64_t k = 0; k < Config_STEPS; k += TW / 2) {
# CHECK:     d[k] = G * d[k] + 2 * G + G / 4 + EPSILON + double(BIG);
# CHECK:   }
# CHECK:   a[0] = float(G) * a[0] + tile[0][0] + row[0] + float(TW);
# CHECK:   n[0] = int32_t(BELOW + kc::floor_mod(int64_t(n[0]) * (TW + BELOW), int64_t(MASK)));
# CHECK:   n[TW] = n[n_size - 3];
# CHECK:   u[0] = uint32_t((uint64_t(u[0]) & uint64_t(MASK)) * uint64_t(TW));
# CHECK:   b[0] = uint8_t(int64_t(b[0]) & MASK);
# CHECK:   if (n[1] == Mode_EXACT || d[0] < kc::infinity<double>()) {
# CHECK:     d[1] = smooth(d[1], 1.0 / TW);
# CHECK:   }
# CHECK:   // A name of the kernel is none of the file's.
# CHECK:   d[2] = 5.0;
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void deep8(float* x, int64_t x_size) {
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   if (i < x_size) {
# CHECK:     x[i] = float(double(x[i]) + double(depth));
# CHECK:   }
# CHECK: }
