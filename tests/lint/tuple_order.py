# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[:, ::1], float32[:, :, ::1])")
def k(a, b):
    place = cuda.grid(2)
    # CHECK-ERR: tuple_order.py:[[@LINE+4]]:8: warning: `<` of tuples is decided by the first parts that differ [TupleOrder]
    # CHECK-ERR:     if place < a.shape:
    # CHECK-ERR:        ^~~~~~~~~~~~~~~
    # CHECK-ERR: help: compare each part: `place[0] < a.shape[0] and place[1] < a.shape[1]`
    if place < a.shape:
        a[place] = 1
    x, y = cuda.grid(2)
    # CHECK-ERR: tuple_order.py:[[@LINE+4]]:8: warning: `>=` of tuples is decided by the first parts that differ [TupleOrder]
    # CHECK-ERR:     if (x, y) >= a.shape:
    # CHECK-ERR:        ^~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: compare each part: `x >= a.shape[0] and y >= a.shape[1]`
    if (x, y) >= a.shape:
        return
    # CHECK-ERR: tuple_order.py:[[@LINE+4]]:8: warning: `>` of tuples is decided by the first parts that differ [TupleOrder]
    # CHECK-ERR:     if b.shape > (x, y, 0):
    # CHECK-ERR:        ^~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: compare each part, and join the comparisons with `and`
    if b.shape > (x, y, 0):
        b[x, y, 0] = 1

@cuda.jit("void(float32[:, ::1], float32[::1])")
def right(a, b):
    x, y = cuda.grid(2)
    if (x, y) == a.shape or (1, 2) < (x, y):
        return
    if (x,) < b.shape:
        b[x] = 1
