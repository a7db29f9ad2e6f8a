# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], where: int32[:]):
    # CHECK-ERR: fail_fancy_index.py:[[@LINE+4]]:7: error: arrays cannot be indexed with array(int32, 1d, A) [FancyIndex]
    # CHECK-ERR:     a[where] = 0
    # CHECK-ERR:       ^~~~~
    # CHECK-ERR: help: index with integers and slices; write a loop over the index array
    a[where] = 0
