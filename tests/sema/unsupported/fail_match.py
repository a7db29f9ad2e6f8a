# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_match.py:[[@LINE+8]]:5: error: this `match` has a pattern that kernels do not have [UnsupportedMatch]
    # CHECK-ERR:     match a.size:
    # CHECK-ERR:     ^~~~~~~~~~~~~
    # CHECK-ERR:         case {"n": 1}:
    # CHECK-ERR:         ~~~~~~~~~~~~~~
    # CHECK-ERR:             a[0] = 1
    # CHECK-ERR:             ~~~~~~~~
    # CHECK-ERR: help: match numbers, `None`, names, types, tuples of these and `|`; use `if` and `elif` for the rest
    match a.size:
        case {"n": 1}:
            a[0] = 1
