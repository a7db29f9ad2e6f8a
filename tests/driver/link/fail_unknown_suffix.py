# RUN: kernelc build %s --emit cubin
# CHECK-ERR: error: cannot link with `inputs/scale.txt`: files are .a, .bc, .cu, .cubin, .fatbin, .lib, .ll, .ltoir, .o, .ptx, .so
from numba import cuda

scale = cuda.declare_device("scale", "float32(float32)", link="inputs/scale.txt", abi="c")


@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i])
