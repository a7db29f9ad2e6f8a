# RUN: kernelc build %s -k k --sig "float32[::1], float32[::1]" --emit kir
# Arrays that may overlap are asked for, with a slow way for those that do.
# CHECK-SUBSET: call @meet
# CHECK-SUBSET: call @assign
from numba import cuda

@cuda.jit
def k(a, b):
    a[:8] = b[:8]
