# RUN: kernelc build %s -k k --sig "float32[::1]" --emit ptx --target sm_90
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.threadIdx.x
    if a[i] < 0:
        # CHECK-SUBSET: brkpt;
        breakpoint()
    a[i] = i
