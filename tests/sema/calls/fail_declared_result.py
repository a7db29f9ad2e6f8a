# RUN: kernelc check %s
from numba import cuda

@cuda.jit("float32(float32)", device=True)
# CHECK-ERR: fail_declared_result.py:[[@LINE+8]]:5: error: None is returned where the signature says float32 [DeclaredResult]
# CHECK-ERR: def root(x):
# CHECK-ERR:     ^~~~
# CHECK-ERR: fail_declared_result.py:[[@LINE+35]]:12: note: called here
# CHECK-ERR:     a[0] = root(a[1])
# CHECK-ERR:            ~~~~~~~~~~
# CHECK-ERR: note: `root` was compiled for (float32)
# CHECK-ERR: help: return a value on every way, or change the signature
def root(x):
    if x >= 0:
        return x ** 0.5

@cuda.jit("float32(complex64)", device=True)
def real(x):
    # CHECK-ERR: fail_declared_result.py:[[@LINE+8]]:12: error: complex64 is returned where the signature says float32 [DeclaredResult]
    # CHECK-ERR:     return x
    # CHECK-ERR:            ^
    # CHECK-ERR: fail_declared_result.py:[[@LINE+22]]:12: note: called here
    # CHECK-ERR:     a[1] = real(c[0])
    # CHECK-ERR:            ~~~~~~~~~~
    # CHECK-ERR: note: `real` was compiled for (complex64)
    # CHECK-ERR: help: return a value on every way, or change the signature
    return x

@cuda.jit("UniTuple(float32, 2)(float32)", device=True)
def pair(x):
    # CHECK-ERR: fail_declared_result.py:[[@LINE+8]]:12: error: float32 is returned where the signature says (float32, float32) [DeclaredResult]
    # CHECK-ERR:     return x
    # CHECK-ERR:            ^
    # CHECK-ERR: fail_declared_result.py:[[@LINE+11]]:12: note: called here
    # CHECK-ERR:     a[2] = pair(a[1])[0]
    # CHECK-ERR:            ~~~~~~~~~~
    # CHECK-ERR: note: `pair` was compiled for (float32)
    # CHECK-ERR: help: return a value on every way, or change the signature
    return x

@cuda.jit("void(float32[:], complex64[:])")
def k(a, c):
    a[0] = root(a[1])
    a[1] = real(c[0])
    a[2] = pair(a[1])[0]
