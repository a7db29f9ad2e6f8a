# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: %tid.x
from numba import cuda

scale = cuda.declare_device("scale", "float32(float32)", link="inputs/scale_gpu.ll", abi="c")


@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i])
