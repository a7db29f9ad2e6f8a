# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    t = (1, 2, 3)
    # CHECK-ERR: fail_tuple_index.py:[[@LINE+4]]:11: error: the index of this tuple must be known while compiling [TupleIndex]
    # CHECK-ERR:     u = t[n:]
    # CHECK-ERR:           ^~
    # CHECK-ERR: help: slices of tuples have constant bounds and steps
    u = t[n:]
    a[0] = u[0]
