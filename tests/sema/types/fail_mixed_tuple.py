# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    pair = (a, 1)
    # CHECK-ERR: fail_mixed_tuple.py:[[@LINE+4]]:5: error: the elements of (array(float32, 1d, A), int64) have no common type [MixedTuple]
    # CHECK-ERR:     pair[grid(1)]
    # CHECK-ERR:     ^~~~~~~~~~~~~
    # CHECK-ERR: help: index it with a constant, or with the variable of a loop over it or over `range(len(...))`
    pair[grid(1)]
