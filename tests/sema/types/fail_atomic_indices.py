# RUN: kernelc build %s -k k --sig "float32[::1]" --emit kir
from numba import cuda

@cuda.jit
def k(a):
    # CHECK-ERR: fail_atomic_indices.py:[[@LINE+6]]:24: error: 2 indices for a 1d array [TooManyIndices]
    # CHECK-ERR:     cuda.atomic.add(a, (0, 1), 1)
    # CHECK-ERR:                        ^~~~~~
    # CHECK-ERR: fail_atomic_indices.py:[[@LINE+3]]:21: note: array(float32, 1d, C)
    # CHECK-ERR:     cuda.atomic.add(a, (0, 1), 1)
    # CHECK-ERR:                     ~
    cuda.atomic.add(a, (0, 1), 1)
