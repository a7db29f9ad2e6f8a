# RUN: kernelc build %s -k f --device --sig float32 --target cpu --emit object
# CHECK-STATUS: 2
# CHECK-ERR: error: --device is for CUDA targets and --emit ptx, cubin, ltoir, bitcode, cuda, llvm and kir: a device function has no other form that code can call
from numba import cuda


@cuda.jit(device=True)
def f(x):
    return x
