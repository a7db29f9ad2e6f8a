# RUN: kernelc check %s
from kernelc import *


@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_unsupported_function.py:[[@LINE+4]]:14: error: `sorted` is not available in kernels [UnsupportedFunction]
    # CHECK-ERR:     for i in sorted(a):
    # CHECK-ERR:              ^~~~~~
    # CHECK-ERR: help: sort on the host, or write the sort with loops over a `cuda.local.array`
    for i in sorted(a):
        a[0] = i
