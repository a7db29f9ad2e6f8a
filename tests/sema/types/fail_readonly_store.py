# RUN: kernelc check %s
from kernelc import *

@kernel("void(Array(float32, 1, 'C', readonly=True))")
def k(a):
    # CHECK-ERR: fail_readonly_store.py:[[@LINE+4]]:5: error: the array is read-only [ReadonlyStore]
    # CHECK-ERR:     a[0] = 1
    # CHECK-ERR:     ^~~~
    # CHECK-ERR: help: pass a writable array as an argument; arrays of the file are constants, also those of `cuda.to_device`
    a[0] = 1
