# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_tuple_range.py:[[@LINE+4]]:12: error: index 1 is outside of a tuple of 1 elements [TupleRange]
    # CHECK-ERR:     a[0] = a.shape[1]
    # CHECK-ERR:            ^~~~~~~~~~
    # CHECK-ERR: help: the array has 1 dimension
    a[0] = a.shape[1]
