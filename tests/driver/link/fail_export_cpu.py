# RUN: kernelc build %s -k f --device --sig float32 --target cpu --emit object
# CHECK-STATUS: 2
# CHECK-ERR: error: --device is for CUDA targets: a device function of the CPU device has no form that other code can call
from numba import cuda


@cuda.jit(device=True)
def f(x):
    return x
