# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:, :]):
    # CHECK-ERR: fail_too_few_indices.py:[[@LINE+7]]:19: error: 1 of 2 indices given [TooFewIndices]
    # CHECK-ERR:     atomic.add(a, 0, 1)
    # CHECK-ERR:                   ^
    # CHECK-ERR: fail_too_few_indices.py:[[@LINE+4]]:16: note: array(float32, 2d, A)
    # CHECK-ERR:     atomic.add(a, 0, 1)
    # CHECK-ERR:                ~
    # CHECK-ERR: help: give an index for each dimension, as a tuple
    atomic.add(a, 0, 1)
