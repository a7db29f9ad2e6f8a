# RUN: kernelc run %s inner a=1 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: `inner` names 2 functions of `fail_ambiguous_kernel.py`; say which one:
# CHECK-ERR:   make_first.inner@10  make_first.inner(a)
# CHECK-ERR:   make_second.inner@16  make_second.inner(a)
from numba import cuda

def make_first():
    @cuda.jit
    def inner(a):
        a[0] = 1
    return inner

def make_second():
    @cuda.jit
    def inner(a):
        a[0] = 2
    return inner
