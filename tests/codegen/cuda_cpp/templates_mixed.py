# RUN: kernelc build %s -k mixed --sig "float32[::1], float32" --sig "float64[::1], float64" --sig "int32[::1], int32" --emit cuda
# What says something else for integers stays a function of its own; what agrees is a template.
from kernelc import *


@device
def total(a, n):
    # Of the first n.
    s = a[0]
    for i in range(1, n):
        s += a[i]
    return s


@kernel
def mixed(x, factor):
    i = grid(1)
    if i < x.size:
        x[i] = total(x, 2) * factor / 2
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: template <typename T>
# CHECK: static __device__ T total(kc::Array<const T, 1, kc::C> a, int64_t n) {
# CHECK:   // Of the first n.
# CHECK:   T s = a[0];
# CHECK:   for (int64_t i = 1; i < n; ++i) {
# CHECK:     s += a[i];
# CHECK:   }
# CHECK:   return s;
# CHECK: }
# CHECK:
# CHECK: template <typename T>
# CHECK: static __device__ __forceinline__ void mixed_body(T* x_data, int64_t x_size, T factor) {
# CHECK:   const kc::Array<T, 1, kc::C> x = {x_data, {x_size}};
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   if (i < x_size) {
# CHECK:     x_data[i] = total<T>(x, int64_t(2)) * factor / T(2);
# CHECK:   }
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void mixed(float* x_data, int64_t x_size, float factor) {
# CHECK:   mixed_body<float>(x_data, x_size, factor);
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void mixed_1(double* x_data, int64_t x_size, double factor) {
# CHECK:   mixed_body<double>(x_data, x_size, factor);
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void mixed_2(int32_t* x_data, int64_t x_size, int32_t factor) {
# CHECK:   const kc::Array<int32_t, 1, kc::C> x = {x_data, {x_size}};
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   if (i < x_size) {
# CHECK:     x_data[i] = int32_t(double(total<int32_t>(x, int64_t(2)) * factor) / 2.0);
# CHECK:   }
# CHECK: }
