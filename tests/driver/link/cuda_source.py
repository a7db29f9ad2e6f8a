# REQUIRES: nvrtc nvjitlink
# RUN: kernelc build %s --emit cubin --target sm_90 -o %t/k.cubin
from numba import cuda

scale = cuda.declare_device("scale", "float32(float32, int16)", link="inputs/scale.cu", abi="c")
halve = cuda.declare_device(
    "halve",
    "float32(float32)",
    link=cuda.CUSource('extern "C" __device__ int halve(float *r, float x) { *r = x / 2; return 0; }'),
)


@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(halve(a[i]), i)
