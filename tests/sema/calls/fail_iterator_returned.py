# RUN: kernelc build %s -k k --sig "float32[::1]" --emit kir
from numba import cuda

@cuda.jit(device=True)
def numbered(a):
    # CHECK-ERR: fail_iterator_returned.py:[[@LINE+8]]:12: error: a function cannot return enumerate(iter(array(float32, 1d, C))) [CannotReturn]
    # CHECK-ERR:     return enumerate(a)
    # CHECK-ERR:            ^~~~~~~~~~~~
    # CHECK-ERR: fail_iterator_returned.py:[[@LINE+9]]:17: note: called here
    # CHECK-ERR:     for i, x in numbered(a):
    # CHECK-ERR:                 ~~~~~~~~~~~
    # CHECK-ERR: note: `numbered` was compiled for (array(float32, 1d, C))
    # CHECK-ERR: help: a device function returns numbers, arrays and tuples of these
    return enumerate(a)

@cuda.jit
def k(a):
    for i, x in numbered(a):
        a[i] = x
