# RUN: kernelc build %s -k mixed --sig "int32[::1], uint8[::1], complex64[::1]" --emit cuda
# CHECK-ERR: division_and_types.py:[[@LINE+31]]:42: warning: `/` of complex64 and complex128 is computed in float64, though no array in reach is that wide [Float64Creep]
# CHECK-ERR:         z[i] = z[i] * z[i] if n > 5 else z[i] / (1 + 2j)
# CHECK-ERR:                                          ^~~~~~~~~~~~~~~
# CHECK-ERR: help: write the constant as `np.complex64(...)`, or use `--literals weak`
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: extern "C" __global__ void mixed(
# CHECK:     int32_t* a, int64_t a_size, uint8_t* b, int64_t b_size, kc::Complex<float>* z, int64_t z_size) {
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   if (i < a_size && a[i] != 0) {
# CHECK:     const int32_t n = a[i];
# CHECK:     a[i] = int32_t(kc::floor_div(int64_t(n), int64_t(3)) + kc::floor_mod(int64_t(n), int64_t(7)));
# CHECK:     b[i] = uint8_t(uint64_t(uint8_t(int64_t(b[i]) + 200)) >> 1u);
# CHECK:     z[i] =
# CHECK:         kc::to_complex<float>(n > 5 ? kc::to_complex<double>(z[i] * z[i])
# CHECK:         : kc::to_complex<double>(z[i]) / kc::Complex<double>{1.0, 2.0});
# CHECK:     atomicAdd(&a[0], 1);
# CHECK:     kc::atomic_max(&b[0], b[i]);
# CHECK:   }
# CHECK: }
# Python's division, narrow integers that wrap, complex numbers, values of more than one use.
from numba import cuda, uint8


@cuda.jit
def mixed(a, b, z):
    i = cuda.grid(1)
    if i < a.size and a[i] != 0:
        n = a[i]
        a[i] = n // 3 + n % 7
        b[i] = uint8(b[i] + 200) >> 1
        z[i] = z[i] * z[i] if n > 5 else z[i] / (1 + 2j)
        cuda.atomic.add(a, 0, 1)
        cuda.atomic.max(b, 0, b[i])
