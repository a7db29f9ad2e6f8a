# RUN: kernelc check %s
#define N 32
from numba import cuda

@cuda.jit("void(float32[::1])")
def k(a):
    # CHECK-ERR: fail_other_constants.py:[[@LINE+4]]:12: error: name `true` is not defined [UnknownName]
    # CHECK-ERR:     flag = true
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: help: did you mean `True`?
    flag = true
    # CHECK-ERR: fail_other_constants.py:[[@LINE+4]]:9: error: name `NULL` is not defined [UnknownName]
    # CHECK-ERR:     p = NULL
    # CHECK-ERR:         ^~~~
    # CHECK-ERR: help: did you mean `None`?
    p = NULL
    # CHECK-ERR: fail_other_constants.py:[[@LINE+4]]:12: error: name `N` is not defined [UnknownName]
    # CHECK-ERR:     a[0] = N
    # CHECK-ERR:            ^
    # CHECK-ERR: help: `#define` is a comment: write `N = 32`
    a[0] = N
    # CHECK-ERR: fail_other_constants.py:[[@LINE+4]]:12: error: `clamp` is not available in kernels [UnsupportedFunction]
    # CHECK-ERR:     a[1] = clamp(a[0], 0, 1)
    # CHECK-ERR:            ^~~~~
    # CHECK-ERR: help: write `min(max(x, low), high)`
    a[1] = clamp(a[0], 0, 1)
    # CHECK-ERR: fail_other_constants.py:[[@LINE+4]]:12: error: name `scipy` is not defined [UnknownName]
    # CHECK-ERR:     a[2] = scipy.special.erf(a[0])
    # CHECK-ERR:            ^~~~~
    # CHECK-ERR: help: add `import scipy.special` at the top of the file
    a[2] = scipy.special.erf(a[0])
