# RUN: kernelc check %s
from numba import cuda, float32, int32

# CHECK-ERR: fail_types_as_arguments.py:[[@LINE+7]]:11: error: `k` takes 2 arguments, 1 given [ArgumentCount]
# CHECK-ERR: @cuda.jit(float32[:], int32)
# CHECK-ERR:           ^~~~~~~~~~
# CHECK-ERR: fail_types_as_arguments.py:[[@LINE+5]]:5: note: its parameters are (a, n)
# CHECK-ERR: def k(a, n):
# CHECK-ERR:     ~
# CHECK-ERR: help: the types of the arguments are one tuple: write `cuda.jit((float32[:], int32))`
@cuda.jit(float32[:], int32)
def k(a, n):
    a[0] = n

@cuda.jit((float32[:], int32))
def fixed(a, n):
    a[0] = n
