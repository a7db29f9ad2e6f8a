# RUN: kernelc build %s --emit ptx
# CHECK-ERR: error: `scale` is declared as `float (float)`, and the bitcode that the kernel is linked with has it as `float (ptr)`
from numba import cuda

scale = cuda.declare_device("scale", "float32(float32)", link="inputs/scale_ptr.ll", abi="c")


@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i])
