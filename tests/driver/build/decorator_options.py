# RUN: kernelc build %s -k k --emit ptx --target sm_90
from numba import cuda

@cuda.jit("void(float32[::1])", lineinfo=True)
def k(a):
    # CHECK-SUBSET: .loc
    a[0] = 1
