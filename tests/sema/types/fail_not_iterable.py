# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_not_iterable.py:[[@LINE+4]]:14: error: a loop cannot run over int32 [NotIterable]
    # CHECK-ERR:     for i in n:
    # CHECK-ERR:              ^
    # CHECK-ERR: help: loops run over range(...), arrays, tuples, enumerate(...), zip(...) and reversed(...)
    for i in n:
        a[i] = 0
