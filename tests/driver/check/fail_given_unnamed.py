# RUN: kernelc check --sig 'float32[::1], int32' %s
# CHECK-STATUS: 2
# CHECK-ERR: error: --sig 'float32[::1], int32' names no kernel of `fail_given_unnamed.py`: write its name before the types, 'NAME(float32[::1], int32)'
from numba import cuda


@cuda.jit
def first(a, n):
    a[0] = n
