# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], b: float32[:, :]):
    # CHECK-ERR: fail_store_rank.py:[[@LINE+6]]:5: error: cannot store 2d values into a 1d part of an array [StoreRank]
    # CHECK-ERR:     a[:] = b
    # CHECK-ERR:     ^~~~
    # CHECK-ERR: fail_store_rank.py:[[@LINE+3]]:12: note: array(float32, 2d, A)
    # CHECK-ERR:     a[:] = b
    # CHECK-ERR:            ~
    a[:] = b
