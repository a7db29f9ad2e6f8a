# RUN: kernelc build %s --emit ptx
# CHECK-ERR: error: `inputs/damaged.ll`, line 2: no LLVM bitcode that can be read: expected ')' at end of argument list
from numba import cuda

scale = cuda.declare_device("scale", "float32(float32)", link="inputs/damaged.ll", abi="c")


@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i])
