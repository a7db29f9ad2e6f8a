# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_isinstance.py:[[@LINE+4]]:22: error: `isinstance` wants a type, or a tuple of types, not 3 [ArgumentType]
    # CHECK-ERR:     if isinstance(n, 3):
    # CHECK-ERR:                      ^
    # CHECK-ERR: help: types are int, float, complex, bool, tuple, str, np.float32 and the like, np.ndarray, np.integer, np.floating and named tuples
    if isinstance(n, 3):
        a[0] = 1
    # CHECK-ERR: fail_isinstance.py:[[@LINE+4]]:22: error: `isinstance` wants a type, or a tuple of types, not a.shape [ArgumentType]
    # CHECK-ERR:     if isinstance(n, a.shape):
    # CHECK-ERR:                      ^~~~~~~
    # CHECK-ERR: help: types are int, float, complex, bool, tuple, str, np.float32 and the like, np.ndarray, np.integer, np.floating and named tuples
    if isinstance(n, a.shape):
        a[0] = 2
    name = grid(1)
    # CHECK-ERR: fail_isinstance.py:[[@LINE+7]]:23: error: `getattr` wants a string that is known while compiling, not int64 [ArgumentType]
    # CHECK-ERR:     a[1] = getattr(a, name)
    # CHECK-ERR:                       ^~~~
    # CHECK-ERR: fail_isinstance.py:[[@LINE-4]]:5: note: `name` is int64 because of this
    # CHECK-ERR:     name = grid(1)
    # CHECK-ERR:     ~~~~
    # CHECK-ERR: help: write the name between quotes
    a[1] = getattr(a, name)
    # CHECK-ERR: fail_isinstance.py:[[@LINE+4]]:29: error: `literal_unroll` wants a tuple, not array(float32, 1d, A) [ArgumentType]
    # CHECK-ERR:     for x in literal_unroll(a):
    # CHECK-ERR:                             ^
    # CHECK-ERR: help: the number of elements must be known when the kernel is compiled
    for x in literal_unroll(a):
        a[2] = x
