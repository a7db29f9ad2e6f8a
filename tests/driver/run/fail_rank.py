# RUN: kernelc run %s add a=ones:float32:2x2 b=ones:float32:4 c=like:b --device cpu --block 4
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        # CHECK-ERR: fail_rank.py:[[@LINE+10]]:16: error: `+` computes with whole arrays [ArrayArithmetic]
        # CHECK-ERR:         c[i] = a[i] + b[i]
        # CHECK-ERR:                ^~~~~~~~~~~
        # CHECK-ERR: fail_rank.py:[[@LINE+7]]:16: note: array(float32, 1d, C)
        # CHECK-ERR:         c[i] = a[i] + b[i]
        # CHECK-ERR:                ~~~~
        # CHECK-ERR: fail_rank.py:[[@LINE+4]]:23: note: float32
        # CHECK-ERR:         c[i] = a[i] + b[i]
        # CHECK-ERR:                       ~~~~
        # CHECK-ERR: help: `a[i]` is a part of an array: one element has an index for each dimension, as in `a[i, j]`
        c[i] = a[i] + b[i]
