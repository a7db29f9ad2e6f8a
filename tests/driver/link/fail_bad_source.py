# REQUIRES: nvrtc
# RUN: kernelc build %s --emit cubin --target sm_90 -o %t/k.cubin
# CHECK-ERR: error: NVRTC refuses `<CUSource>`: NVRTC_ERROR_COMPILATION
# CHECK-ERR: <CUSource>(1): error: identifier "y" is undefined
# CHECK-ERR:   extern "C" __device__ float halve(float x) { return y; }
# CHECK-ERR:                                                       ^
# CHECK-ERR:
# CHECK-ERR: 1 error detected in the compilation of "<CUSource>".
# CHECK-ERR:
from numba import cuda

halve = cuda.declare_device(
    "halve", "float32(float32)", link=cuda.CUSource('extern "C" __device__ float halve(float x) { return y; }'), abi="c"
)


@cuda.jit("void(float32[::1])")
def k(a):
    a[0] = halve(a[0])
