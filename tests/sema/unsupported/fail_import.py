# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_import.py:[[@LINE+4]]:5: error: kernels cannot import [UnsupportedImport]
    # CHECK-ERR:     import math
    # CHECK-ERR:     ^~~~~~~~~~~
    # CHECK-ERR: help: import at the top of the file
    import math
    a[0] = 1
