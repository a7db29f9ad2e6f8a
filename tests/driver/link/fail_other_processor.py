# RUN: kernelc run %s k a=arange:float32:6 --device cpu
# CHECK-ERR: error: `inputs/scale_other.ll` is bitcode for aarch64-unknown-linux-gnu, not for x86_64-unknown-linux-gnu
from numba import cuda

scale = cuda.declare_device("scale", "float32(float32)", link="inputs/scale_other.ll", abi="c")


@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i])
