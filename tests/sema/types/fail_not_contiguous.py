# RUN: kernelc check %s
from kernelc import *


@kernel
def k(a: float32[:, :], b: float32[:]):
    # CHECK-ERR: fail_not_contiguous.py:[[@LINE+4]]:12: error: `ravel` needs elements that lie one after the other, which array(float32, 2d, A) does not promise [NotContiguous]
    # CHECK-ERR:     b[0] = a.ravel()[3]
    # CHECK-ERR:            ^~~~~~~~~
    # CHECK-ERR: help: loop over `a.flat`, or pass a C-contiguous array
    b[0] = a.ravel()[3]
