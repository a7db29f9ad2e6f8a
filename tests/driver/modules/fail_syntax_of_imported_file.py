# RUN: kernelc build %s -k k --sig 'int64[::1]' --emit kir
# CHECK-ERR: inputs/broken.py:3:9: error: `(` was never closed [UnclosedBracket]
# CHECK-ERR: def half(x:
# CHECK-ERR:         ^
from inputs import broken
from numba import cuda

@cuda.jit
def k(out):
    out[0] = broken.LIMIT
