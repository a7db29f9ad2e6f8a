# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: bool[:]):
    # CHECK-ERR: fail_atomic_type.py:[[@LINE+4]]:16: error: this atomic operation does not exist for array(bool, 1d, A) [AtomicType]
    # CHECK-ERR:     atomic.add(a, 0, 1)
    # CHECK-ERR:                ^
    # CHECK-ERR: help: atomics work on integers and floats; for a complex array, on its `.real` and `.imag`
    atomic.add(a, 0, 1)
