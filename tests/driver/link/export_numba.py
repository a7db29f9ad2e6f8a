# RUN: kernelc build %s -k sums --device --abi numba --sig "int64(int32[::1], bool_)" --emit cuda
from numba import cuda


@cuda.jit(device=True)
def sums(a, squares):
    s = 0
    for x in a:
        s += x * x if squares else x
    return s
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: static __device__ int64_t sums_1(kc::Array<const int32_t, 1, kc::C> a, bool squares) {
# CHECK:   int64_t s = 0;
# CHECK:   const int64_t stop = a.extent[0];
# CHECK:   for (int64_t t = 0; t < stop; ++t) {
# CHECK:     const int32_t x = a[t];
# CHECK:     s += squares ? int64_t(x) * int64_t(x) : int64_t(x);
# CHECK:   }
# CHECK:   return s;
# CHECK: }
# CHECK:
# CHECK: extern "C" __device__ int32_t sums(
# CHECK:     int64_t* result, int32_t* a_meminfo, int32_t* a_parent, int64_t a_size, int64_t a_itemsize,
# CHECK:     int32_t* a, int64_t a_shape0, int64_t a_stride0, uint8_t squares) {
# CHECK:   const kc::Array<const int32_t, 1, kc::C> view = {a, {a_shape0}};
# CHECK:   *result = sums_1(view, squares != 0);
# CHECK:   return 0;
# CHECK: }
