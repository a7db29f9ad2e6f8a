# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_array_element_type.py:[[@LINE+4]]:26: error: the element type of an array cannot be `4` [ArrayElementType]
    # CHECK-ERR:     s = shared.array(16, 4)
    # CHECK-ERR:                          ^
    # CHECK-ERR: help: name a type: `float32`, `np.int64`, `"float32"` or `a.dtype`
    s = shared.array(16, 4)
    s[0] = a[0]
