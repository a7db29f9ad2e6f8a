# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: shfl.sync.down.b32
from numba import cuda


@cuda.jit("void(float32[::1])")
def shift(a):
    i = cuda.threadIdx.x
    a[i] = cuda.shfl_down_sync(0xFFFFFFFF, a[i], 1)
