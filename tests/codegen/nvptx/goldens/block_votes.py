# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: bar.red.popc.u32
# CHECK-SUBSET: bar.red.and.pred
# CHECK-SUBSET: bar.red.or.pred
from numba import cuda


@cuda.jit("void(int32[::1], int32[::1])")
def block_votes(a, out):
    i = cuda.threadIdx.x
    out[0] = cuda.syncthreads_count(a[i])
    out[1] = cuda.syncthreads_and(a[i] > 0)
    out[2] = cuda.syncthreads_or(a[i])
