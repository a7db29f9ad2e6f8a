# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_delete.py:[[@LINE+4]]:5: error: kernels cannot delete elements or attributes [UnsupportedDelete]
    # CHECK-ERR:     del a[0]
    # CHECK-ERR:     ^~~~~~~~
    # CHECK-ERR: help: only local variables can be deleted
    del a[0]
