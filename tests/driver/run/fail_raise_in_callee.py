# RUN: kernelc run %s k a=arange:int32:8 --device cpu --grid 2 --block 4 --check all
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit(device=True)
def checked(x):
    if x == 5:
        # CHECK-ERR: fail_raise_in_callee.py:[[@LINE+4]]:9: error: ValueError: five is, x [ExceptionRaised]
        # CHECK-ERR:         raise ValueError("five is", x)
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        # CHECK-ERR: note: in kernel `k`, block (1, 0, 0), thread (1, 0, 0)
        raise ValueError("five is", x)
    return x * 2

@cuda.jit(device=True)
def twice(x):
    return checked(x) + checked(x)

@cuda.jit
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = twice(a[i])
