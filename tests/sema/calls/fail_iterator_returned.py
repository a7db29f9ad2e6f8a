# RUN: kernelc build %s -k k --sig "float32[::1]" --emit kir
from numba import cuda

@cuda.jit(device=True)
def total(numbered):
    s = 0
    # CHECK-ERR: fail_iterator_argument.py:[[@LINE+8]]:17: error: a loop cannot run over an iterator of another function [NotIterable]
    # CHECK-ERR:     for i, x in numbered:
    # CHECK-ERR:                 ^~~~~~~~
    # CHECK-ERR: fail_iterator_argument.py:[[@LINE+11]]:12: note: called here
    # CHECK-ERR:     a[0] = total(enumerate(a))
    # CHECK-ERR:            ~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: `total` was compiled for (a constant)
    # CHECK-ERR: help: loops run over range(...), arrays, tuples, enumerate(...), zip(...) and reversed(...)
    for i, x in numbered:
        s += i * x
    return s

@cuda.jit
def k(a):
    a[0] = total(enumerate(a))
