# RUN: kernelc build %s -k steps --sig "float32[:], float32[::1]" --sig "float64[:], float64[::1]" --emit cuda
# One template for a function of several types and for its kernels, also where functions call each other in a circle.
import math

from kernelc import *


@device
def even(x, n):
    return x if n <= 0 else odd(x * 0.1, n - 1)


@device
def odd(x, n):
    return -x if n <= 0 else even(x * 0.5, n - 1)


@device
def total(a, n):
    # Of the first n.
    s = a[0]
    for i in range(1, n):
        s += a[i]
    return s


@device
def wave(x, phase):
    return math.sin(x + phase) * math.sqrt(abs(x)) + math.pow(x, 2.0)


@kernel
def steps(a, b):
    t = shared.array(32, a.dtype)
    i = grid(1)
    t[threadIdx.x] = b[i] if i < b.size else 0
    syncthreads()
    if i < a.size:
        a[i] = total(a, 3) + total(b, 3) + wave(t[31 - threadIdx.x], b[0]) + even(b[i], 4)
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: template <typename T>
# CHECK: static __device__ T even(T x, int64_t n);
# CHECK:
# CHECK: template <typename T>
# CHECK: static __device__ T total(kc::Array<const T, 1, kc::A> a, int64_t n) {
# CHECK:   // Of the first n.
# CHECK:   T s = a(0);
# CHECK:   for (int64_t i = 1; i < n; ++i) {
# CHECK:     s += a(i);
# CHECK:   }
# CHECK:   return s;
# CHECK: }
# CHECK:
# CHECK: template <typename T>
# CHECK: static __device__ T total_1(kc::Array<const T, 1, kc::C> a, int64_t n) {
# CHECK:   // Of the first n.
# CHECK:   T s = a[0];
# CHECK:   for (int64_t i = 1; i < n; ++i) {
# CHECK:     s += a[i];
# CHECK:   }
# CHECK:   return s;
# CHECK: }
# CHECK:
# CHECK: template <typename T>
# CHECK: static __device__ T wave(T x, T phase) {
# CHECK:   return sin(x + phase) * sqrt(fabs(x)) + pow(x, T(2));
# CHECK: }
# CHECK:
# CHECK: template <typename T>
# CHECK: static __device__ T odd(T x, int64_t n) {
# CHECK:   T t;
# CHECK:   if (n <= 0) {
# CHECK:     t = -x;
# CHECK:   } else {
# CHECK:     t = even<T>(x * T(0.5), n - 1);
# CHECK:   }
# CHECK:   return t;
# CHECK: }
# CHECK:
# CHECK: template <typename T>
# CHECK: static __device__ T even(T x, int64_t n) {
# CHECK:   T t;
# CHECK:   if (n <= 0) {
# CHECK:     t = x;
# CHECK:   } else {
# CHECK:     t = odd<T>(x * T(0.1), n - 1);
# CHECK:   }
# CHECK:   return t;
# CHECK: }
# CHECK:
# CHECK: template <typename T>
# CHECK: static __device__ __forceinline__ void steps_body(
# CHECK:     T* a_data, int64_t a_size, int64_t a_stride0, const T* b_data, int64_t b_size) {
# CHECK:   const kc::Array<T, 1, kc::A> a = {a_data, {a_size}, {a_stride0}};
# CHECK:   const kc::Array<const T, 1, kc::C> b = {b_data, {b_size}};
# CHECK:   __shared__ T t[32];
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   t[threadIdx.x] = i < b_size ? b_data[i] : T(0);
# CHECK:   __syncthreads();
# CHECK:   if (i < a_size) {
# CHECK:     const T t_2 = total<T>(a, int64_t(3));
# CHECK:     const T t_3 = total_1<T>(b, int64_t(3));
# CHECK:     const T t_4 = wave<T>(t[kc::wrap(31 - int32_t(threadIdx.x), 32)], b_data[0]);
# CHECK:     a(i) = t_2 + t_3 + t_4 + even<T>(b_data[i], int64_t(4));
# CHECK:   }
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void steps(
# CHECK:     float* a_data, int64_t a_size, int64_t a_stride0, const float* b_data, int64_t b_size) {
# CHECK:   steps_body<float>(a_data, a_size, a_stride0, b_data, b_size);
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void steps_1(
# CHECK:     double* a_data, int64_t a_size, int64_t a_stride0, const double* b_data, int64_t b_size) {
# CHECK:   steps_body<double>(a_data, a_size, a_stride0, b_data, b_size);
# CHECK: }
