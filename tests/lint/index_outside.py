# RUN: kernelc check %s
from numba import cuda, float32

@cuda.jit("void(float32[::1])")
def k(a):
    t = cuda.local.array(4, float32)
    s = cuda.shared.array((2, 8), float32)
    i = cuda.threadIdx.x
    # CHECK-ERR: index_outside.py:[[@LINE+4]]:5: warning: `t[4]`: 4 is outside of an extent of 4 [IndexOutside]
    # CHECK-ERR:     t[4] = a[i]
    # CHECK-ERR:     ^~~~
    # CHECK-ERR: help: the first element is 0, the last one 1 less than the extent
    t[4] = a[i]
    s[1, i] = t[-4]
    # CHECK-ERR: index_outside.py:[[@LINE+8]]:5: warning: `s[-3, i]`: -3 is outside of an extent of 2 [IndexOutside]
    # CHECK-ERR:     s[-3, i] = t[-5]
    # CHECK-ERR:     ^~~~~~~~
    # CHECK-ERR: help: the first element is 0, the last one 1 less than the extent
    # CHECK-ERR: index_outside.py:[[@LINE+4]]:16: warning: `t[-5]`: -5 is outside of an extent of 4 [IndexOutside]
    # CHECK-ERR:     s[-3, i] = t[-5]
    # CHECK-ERR:                ^~~~~
    # CHECK-ERR: help: the first element is 0, the last one 1 less than the extent
    s[-3, i] = t[-5]
    cuda.syncthreads()
    # CHECK-ERR: index_outside.py:[[@LINE+4]]:12: warning: `s[1, 8]`: 8 is outside of an extent of 8 [IndexOutside]
    # CHECK-ERR:     a[i] = s[1, 8] + s[-2, 7]
    # CHECK-ERR:            ^~~~~~~
    # CHECK-ERR: help: the first element is 0, the last one 1 less than the extent
    a[i] = s[1, 8] + s[-2, 7]

# A view of one is not looked at.
@cuda.jit("void(float32[::1])")
def views(a):
    t = cuda.local.array(4, float32)
    t[:] = a[0]
    rest = t[1:]
    a[0] = rest[1]
