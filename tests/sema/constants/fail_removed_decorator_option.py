# RUN: kernelc check %s
from numba import cuda, float32

# CHECK-ERR: fail_removed_decorator_option.py:[[@LINE+4]]:11: error: the decorator has the option `argtypes` no more [RemovedDecoratorOption]
# CHECK-ERR: @cuda.jit(argtypes=[float32[:]])
# CHECK-ERR:           ^~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: write the types as the first argument: `@cuda.jit((float32[:], int64))`
@cuda.jit(argtypes=[float32[:]])
def k(a):
    a[0] = 1.0
