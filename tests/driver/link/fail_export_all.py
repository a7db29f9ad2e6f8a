# RUN: kernelc build %s --device
# CHECK-STATUS: 2
# CHECK-ERR: error: --device needs the functions to build: name them with -k
from numba import cuda


@cuda.jit("void(float32[::1])")
def f(x):
    x[0] = 1
