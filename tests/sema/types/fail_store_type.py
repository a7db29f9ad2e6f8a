# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], b: complex64[:]):
    # CHECK-ERR: fail_store_type.py:[[@LINE+4]]:12: error: cannot store complex64 in an array of float32 [StoreType]
    # CHECK-ERR:     a[0] = b[0]
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: help: take `.real`, `.imag` or abs(...) of it
    a[0] = b[0]
