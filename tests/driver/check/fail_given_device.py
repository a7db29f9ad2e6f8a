# RUN: kernelc check --sig 'device(float32)' %s
# CHECK-STATUS: 2
# CHECK-ERR: error: `device` is no kernel: it is checked for the types of each call
from numba import cuda


@cuda.jit(device=True)
def device(x):
    return x
