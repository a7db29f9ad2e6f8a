# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_attribute_write.py:[[@LINE+4]]:5: error: cannot assign to attribute `size` of array(float32, 1d, A) [AttributeWrite]
    # CHECK-ERR:     a.size = 3
    # CHECK-ERR:     ^~~~~~
    # CHECK-ERR: help: kernels write elements of arrays, fields of records and local variables
    a.size = 3
