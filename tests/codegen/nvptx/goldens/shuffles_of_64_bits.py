# RUN: kernelc build %s --emit ptx --target sm_90
# Two registers each; narrow ones in one.
# CHECK-SUBSET: shfl.sync.up.b32
# CHECK-SUBSET: shfl.sync.up.b32
# CHECK-SUBSET: shfl.sync.bfly.b32
# CHECK-SUBSET: shfl.sync.bfly.b32
# CHECK-SUBSET: shfl.sync.idx.b32
from numba import cuda


@cuda.jit("void(int64[::1], float64[::1], int16[::1])")
def shift(a, b, c):
    i = cuda.threadIdx.x
    a[i] = cuda.shfl_up_sync(0xFFFFFFFF, a[i], 1)
    b[i] = cuda.shfl_xor_sync(0xFFFFFFFF, b[i], 1)
    c[i] = cuda.shfl_sync(0xFFFFFFFF, c[i], 0)
