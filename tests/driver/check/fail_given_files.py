# RUN: kernelc check --sig 'first(float32)' %s %s
# CHECK-STATUS: 2
# CHECK-ERR: error: --sig is for the kernels of one file: check the others on their own
from numba import cuda


@cuda.jit
def first(x):
    pass
