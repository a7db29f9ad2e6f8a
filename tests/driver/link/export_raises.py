# RUN: kernelc build %s -k checked --device --abi numba --sig "int32(CPointer(int32), int32)" --emit cuda
from numba import cuda


@cuda.jit(device=True)
def checked(p, n):
    if n < 0:
        raise ValueError("negative")
    return p[n]
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: struct Tuple2 {
# CHECK:   bool v0;
# CHECK:   int32_t v1;
# CHECK: };
# CHECK:
# CHECK: static __device__ Tuple2 checked_1(const int32_t* p, int32_t n) {
# CHECK:   if (n < 0) {
# CHECK:     return {true, 0};
# CHECK:   }
# CHECK:   const kc::Array<const int32_t, 1, kc::A> view = {p, {9223372036854775807l}, {4}};
# CHECK:   return {false, view(n)};
# CHECK: }
# CHECK:
# CHECK: extern "C" __device__ int32_t checked(int32_t* result, int32_t* p, int32_t n) {
# CHECK:   const Tuple2 t = checked_1(p, n);
# CHECK:   if (t.v0) {
# CHECK:     return 1;
# CHECK:   }
# CHECK:   *result = t.v1;
# CHECK:   return 0;
# CHECK: }
