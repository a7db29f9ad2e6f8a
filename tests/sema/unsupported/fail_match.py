# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_match.py:[[@LINE+8]]:5: error: kernels have no `match` [UnsupportedMatch]
    # CHECK-ERR:     match a.size:
    # CHECK-ERR:     ^~~~~~~~~~~~~
    # CHECK-ERR:         case 1:
    # CHECK-ERR:         ~~~~~~~
    # CHECK-ERR:             a[0] = 1
    # CHECK-ERR:             ~~~~~~~~
    # CHECK-ERR: help: use `if` and `elif`
    match a.size:
        case 1:
            a[0] = 1
