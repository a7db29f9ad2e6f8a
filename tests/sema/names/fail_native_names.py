# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a):
    # CHECK-ERR: fail_native_names.py:[[@LINE+4]]:9: error: name `cuda` is not defined [UnknownName]
    # CHECK-ERR:     i = cuda.grid(1)
    # CHECK-ERR:         ^~~~
    # CHECK-ERR: help: the names of kernelc stand without `cuda.`; import them from kernelc
    i = cuda.grid(1)
    # CHECK-ERR: fail_native_names.py:[[@LINE+8]]:12: error: name `sqrt` is not defined [UnknownName]
    # CHECK-ERR:     a[i] = sqrt(a[i]) + threadidx.x
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: help: write `math.sqrt`, and add `import math` at the top of the file
    # CHECK-ERR: fail_native_names.py:[[@LINE+4]]:25: error: name `threadidx` is not defined [UnknownName]
    # CHECK-ERR:     a[i] = sqrt(a[i]) + threadidx.x
    # CHECK-ERR:                         ^~~~~~~~~
    # CHECK-ERR: help: did you mean `threadIdx`?
    a[i] = sqrt(a[i]) + threadidx.x
