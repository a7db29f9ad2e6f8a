# RUN: kernelc build %s --emit cubin
# CHECK-ERR: error: cannot read `inputs/nowhere.ptx`, which the kernel is linked with, in `tests/driver/link` or here
from numba import cuda

scale = cuda.declare_device("scale", "float32(float32)", link="inputs/nowhere.ptx", abi="c")


@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i])
