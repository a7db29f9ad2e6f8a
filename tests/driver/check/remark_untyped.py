# RUN: kernelc check %s
# CHECK-ERR: note: remark_untyped.py: `first`, `second`, `third` and 1 more have no types and were checked for syntax and names only
# CHECK-ERR: help: give the types of the arguments, `kernelc check remark_untyped.py --sig 'first(float32[::1], int32)'`, or write them in the decorator
from numba import cuda


@cuda.jit
def first(a, n):
    i = cuda.grid(1)
    if i < n:
        a[i] = a[i].nothing


@cuda.jit
def second(image, x):
    image[0, 0] = x


@cuda.jit("void(float32[::1])")
def typed(a):
    a[0] = 1


@cuda.jit
def third(a):
    a[0] = 1


@cuda.jit
def fourth(a):
    a[0] = 1
