# RUN: kernelc build %s -k f --device --sig float32 --name "two words"
# CHECK-STATUS: 2
# CHECK-ERR: error: --name two words: that is no name of a C function
from numba import cuda


@cuda.jit(device=True)
def f(x):
    return x
