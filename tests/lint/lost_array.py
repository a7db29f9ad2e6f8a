# RUN: kernelc check -W no-Float64Creep %s
from numba import cuda

@cuda.jit("void(float32[::1], float32[::1])")
def k(a, b):
    i = cuda.grid(1)
    if i < a.size:
        # CHECK-ERR: lost_array.py:[[@LINE+7]]:9: warning: `a` names an array, and this gives the name to a number that nobody reads [LostArray]
        # CHECK-ERR:         a = b[i]
        # CHECK-ERR:         ^
        # CHECK-ERR: lost_array.py:[[@LINE-6]]:7: note: the array
        # CHECK-ERR: def k(a, b):
        # CHECK-ERR:       ~
        # CHECK-ERR: help: write an element: `a[i] = ...`
        a = b[i]

@cuda.jit("void(float32[::1], float32[::1], float32[::1])")
def add(a, b, c):
    i = cuda.grid(1)
    if i < a.size:
        # CHECK-ERR: lost_array.py:[[@LINE+7]]:9: warning: `c` names an array, and this gives the name to a number that nobody reads [LostArray]
        # CHECK-ERR:         c = a[i] + b[i]
        # CHECK-ERR:         ^
        # CHECK-ERR: lost_array.py:[[@LINE-6]]:15: note: the array
        # CHECK-ERR: def add(a, b, c):
        # CHECK-ERR:               ~
        # CHECK-ERR: help: write an element: `c[i] = ...`
        c = a[i] + b[i]

# The name is read again, or was no array.
@cuda.jit("void(float32[::1], float32[::1], int32)")
def right(a, b, n):
    i = cuda.grid(1)
    if i < b.size:
        a = a[i]
        b[i] = a
        n = 3

@cuda.jit("void(float32[::1], float32[::1])")
def in_loop(a, b):
    x = 0
    for b in range(3):
        x += b
    a[0] = x
    a = a[1:]

# Such names say that nobody reads them.
@cuda.jit("void(float32[::1], float32[::1])")
def unnamed(_, out):
    for _ in range(3):
        out[0] += 1
