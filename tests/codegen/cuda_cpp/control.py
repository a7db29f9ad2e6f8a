# RUN: kernelc build %s -k control --sig "int32[::1], float64[::1]" --emit cuda
# while, break, continue, early returns, conditions with side effects left out of expressions.
import math

from numba import cuda


@cuda.jit(device=True)
def collatz(n):
    steps = 0
    while n != 1 and steps < 1000:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@cuda.jit
def control(a, out):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        if a[i] < 0:
            continue
        if a[i] > 100:
            print("large", a[i], a[i] > 200)
            break
        out[i] = math.sin(out[i]) ** 2 + collatz(a[i])
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: static __device__ int64_t collatz(int32_t n) {
# CHECK:   int32_t n_2 = n;
# CHECK:   int64_t n_3 = n_2;
# CHECK:   int64_t steps = 0;
# CHECK:   while (n_3 != 1 && steps < 1000) {
# CHECK:     n_3 = kc::floor_mod(n_3, int64_t(2)) == 0 ? kc::floor_div(n_3, int64_t(2)) : 3 * n_3 + 1;
# CHECK:     steps += 1;
# CHECK:   }
# CHECK:   return steps;
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void control(
# CHECK:     const int32_t* a, int64_t a_size, double* out, int64_t out_size) {
# CHECK:   const int64_t step = int64_t(blockDim.x) * gridDim.x;
# CHECK:   for (int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < a_size; i += step) {
# CHECK:     if (a[i] < 0) {
# CHECK:       continue;
# CHECK:     }
# CHECK:     if (a[i] > 100) {
# CHECK:       printf("large %lld %s\n", (long long)(a[i]), a[i] > 200 ? "True" : "False");
# CHECK:       break;
# CHECK:     }
# CHECK:     const double t = sin(out[i]);
# CHECK:     out[i] = t * t + double(collatz(a[i]));
# CHECK:   }
# CHECK: }
