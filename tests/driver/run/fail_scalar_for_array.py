# RUN: kernelc run %s add a=1 b=2 c=3 --device cpu
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    # CHECK-ERR: fail_scalar_for_array.py:[[@LINE+7]]:12: error: int64 has no attribute `size` [UnknownAttribute]
    # CHECK-ERR:     if i < c.size:
    # CHECK-ERR:            ^~~~~~
    # CHECK-ERR: fail_scalar_for_array.py:[[@LINE+4]]:12: note: int64
    # CHECK-ERR:     if i < c.size:
    # CHECK-ERR:            ~
    # CHECK-ERR: help: numbers have real, imag and dtype
    if i < c.size:
        # CHECK-ERR: fail_scalar_for_array.py:[[@LINE+21]]:9: error: int64 cannot be indexed [NotSubscriptable]
        # CHECK-ERR:         c[i] = a[i] + b[i]
        # CHECK-ERR:         ^~~~
        # CHECK-ERR: fail_scalar_for_array.py:[[@LINE+18]]:9: note: int64
        # CHECK-ERR:         c[i] = a[i] + b[i]
        # CHECK-ERR:         ~
        # CHECK-ERR: help: `c` is one number: pass an array, or make it one
        # CHECK-ERR: fail_scalar_for_array.py:[[@LINE+14]]:16: error: int64 cannot be indexed [NotSubscriptable]
        # CHECK-ERR:         c[i] = a[i] + b[i]
        # CHECK-ERR:                ^~~~
        # CHECK-ERR: fail_scalar_for_array.py:[[@LINE+11]]:16: note: int64
        # CHECK-ERR:         c[i] = a[i] + b[i]
        # CHECK-ERR:                ~
        # CHECK-ERR: help: `a` is one number: leave `[i]` away, or pass an array
        # CHECK-ERR: fail_scalar_for_array.py:[[@LINE+7]]:23: error: int64 cannot be indexed [NotSubscriptable]
        # CHECK-ERR:         c[i] = a[i] + b[i]
        # CHECK-ERR:                       ^~~~
        # CHECK-ERR: fail_scalar_for_array.py:[[@LINE+4]]:23: note: int64
        # CHECK-ERR:         c[i] = a[i] + b[i]
        # CHECK-ERR:                       ~
        # CHECK-ERR: help: `b` is one number: leave `[i]` away, or pass an array
        c[i] = a[i] + b[i]
