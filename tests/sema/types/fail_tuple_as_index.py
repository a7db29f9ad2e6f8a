# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(2)
    # CHECK-ERR: fail_tuple_as_index.py:[[@LINE+7]]:5: error: 2 indices for a 1d array [TooManyIndices]
    # CHECK-ERR:     a[i] = 1
    # CHECK-ERR:     ^~~~
    # CHECK-ERR: fail_tuple_as_index.py:[[@LINE+4]]:5: note: array(float32, 1d, C)
    # CHECK-ERR:     a[i] = 1
    # CHECK-ERR:     ~~~~
    # CHECK-ERR: help: the index is a tuple of 2: give its parts names, as in `i, j = cuda.grid(2)`
    a[i] = 1

@cuda.jit("void(float32[::1], float32[:, ::1])")
def fixed(a, b):
    i, j = cuda.grid(2)
    if i < a.size:
        a[i] = 1
    place = cuda.grid(2)
    if place[0] < b.shape[0] and place[1] < b.shape[1]:
        b[place] = 2
