# RUN: kernelc run %s
# CHECK-STATUS: 2
# CHECK-ERR: error: KERNEL is required; the kernels of `fail_decorators_of_the_program.py` are:
# CHECK-ERR:   kernel@26  kernel(a)
# CHECK-ERR:   first@34  first(a)
import numba
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


jit = cuda.jit


@jit
def first(a):
    a[0] = 1


jit = numba.njit


@jit
def of_the_device(a):
    return a
