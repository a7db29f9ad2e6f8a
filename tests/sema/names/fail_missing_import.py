# RUN: kernelc check %s
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.grid(1)
    # CHECK-ERR: fail_missing_import.py:[[@LINE+4]]:30: error: name `float32` is not defined [UnknownName]
    # CHECK-ERR:     t = cuda.shared.array(8, float32)
    # CHECK-ERR:                              ^~~~~~~
    # CHECK-ERR: help: add `from numba import float32` at the top of the file
    t = cuda.shared.array(8, float32)
    # CHECK-ERR: fail_missing_import.py:[[@LINE+8]]:12: error: name `math` is not defined [UnknownName]
    # CHECK-ERR:     t[i] = math.sin(np.float32(i))
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: help: add `import math` at the top of the file
    # CHECK-ERR: fail_missing_import.py:[[@LINE+4]]:21: error: name `np` is not defined [UnknownName]
    # CHECK-ERR:     t[i] = math.sin(np.float32(i))
    # CHECK-ERR:                     ^~
    # CHECK-ERR: help: add `import numpy as np` at the top of the file
    t[i] = math.sin(np.float32(i))
    # CHECK-ERR: fail_missing_import.py:[[@LINE+16]]:12: error: name `numba` is not defined [UnknownName]
    # CHECK-ERR:     a[i] = numba.float32(t[i]) + cmath.pi + double(pi)
    # CHECK-ERR:            ^~~~~
    # CHECK-ERR: help: add `import numba` at the top of the file
    # CHECK-ERR: fail_missing_import.py:[[@LINE+12]]:34: error: name `cmath` is not defined [UnknownName]
    # CHECK-ERR:     a[i] = numba.float32(t[i]) + cmath.pi + double(pi)
    # CHECK-ERR:                                  ^~~~~
    # CHECK-ERR: help: add `import cmath` at the top of the file
    # CHECK-ERR: fail_missing_import.py:[[@LINE+8]]:45: error: name `double` is not defined [UnknownName]
    # CHECK-ERR:     a[i] = numba.float32(t[i]) + cmath.pi + double(pi)
    # CHECK-ERR:                                             ^~~~~~
    # CHECK-ERR: help: add `from numba import double` at the top of the file
    # CHECK-ERR: fail_missing_import.py:[[@LINE+4]]:52: error: name `pi` is not defined [UnknownName]
    # CHECK-ERR:     a[i] = numba.float32(t[i]) + cmath.pi + double(pi)
    # CHECK-ERR:                                                    ^~
    # CHECK-ERR: help: write `math.pi`, and add `import math` at the top of the file
    a[i] = numba.float32(t[i]) + cmath.pi + double(pi)
