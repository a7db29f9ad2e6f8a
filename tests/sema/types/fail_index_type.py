# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_index_type.py:[[@LINE+4]]:7: error: an index is an integer, not float64 [IndexType]
    # CHECK-ERR:     a[0.5] = 1
    # CHECK-ERR:       ^~~
    # CHECK-ERR: help: convert it with int(...)
    a[0.5] = 1
