# RUN: kernelc build %s -k k --sig "float32[::1], float32[::1]" --emit cuda
# CHECK-SUBSET: if (meet(
# CHECK-SUBSET: assign
from numba import cuda

@cuda.jit
def k(a, b):
    a[:8] = b[:8]
