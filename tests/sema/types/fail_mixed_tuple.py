# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_mixed_tuple.py:[[@LINE+4]]:14: error: the elements of (array(float32, 1d, A), int64) have no common type [MixedTuple]
    # CHECK-ERR:     for x in (a, 1):
    # CHECK-ERR:              ^~~~~~
    # CHECK-ERR: help: a loop needs elements of one type
    for x in (a, 1):
        a[0] = 1
