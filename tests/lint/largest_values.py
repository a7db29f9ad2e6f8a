# RUN: kernelc check %s
# The largest value of a type is one of its values; what strings compare by themselves is not the program's.
import numpy as np
from numba import cuda, types, uint64

EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)

@cuda.jit("void(uint64[::1], int32[::1])")
def empty(a, n):
    i = cuda.grid(1)
    if i < a.size:
        if a[i] == EMPTY:
            n[i] = 1
        if a[i] != uint64(0xFFFFFFFFFFFFFFFF):
            n[i] += 2

@cuda.jit((types.Array(types.UnicodeCharSeq(3), 1, "C"), types.Array(types.UnicodeCharSeq(2), 1, "C"), types.int32[::1]))
def texts(names, keys, n):
    i = cuda.grid(1)
    if i < n.size:
        n[i] = 1 if names[i] == keys[0] else 0
        n[i] += 1 if names[i] < keys[0] else 0
