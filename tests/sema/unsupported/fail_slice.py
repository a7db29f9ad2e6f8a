# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_slice.py:[[@LINE+4]]:16: error: a slice cannot stand here [UnsupportedSlice]
    # CHECK-ERR:     x = (1, 2)[0:1, 0]
    # CHECK-ERR:                ^~~
    # CHECK-ERR: help: slices stand between the brackets of a subscript
    x = (1, 2)[0:1, 0]
