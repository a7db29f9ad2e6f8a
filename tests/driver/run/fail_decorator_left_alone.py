# RUN: kernelc run %s
# CHECK-STATUS: 2
# CHECK-ERR: error: KERNEL is required; the kernels of `fail_decorator_left_alone.py` are:
# CHECK-ERR:   kernel@24  kernel(a)
from numba import cuda

USE = bool(0)


def maybe(f):
    return cuda.jit(f) if USE else f


def always(f):
    return f if USE else cuda.jit(fastmath=True)(f)


@maybe
def no_kernel(a):
    a[0] = 1


@always
def kernel(a):
    a[0] = 1
