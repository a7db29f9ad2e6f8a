# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: vote.sync.ballot.b32
# CHECK-SUBSET: vote.sync.any.pred
# CHECK-SUBSET: vote.sync.all.pred
# CHECK-SUBSET: vote.sync.uni.pred
# CHECK-SUBSET: activemask.b32
# CHECK-SUBSET: %lanemask_lt
# CHECK-SUBSET: bar.warp.sync
from numba import cuda

FULL = 0xFFFFFFFF


@cuda.jit("void(int32[::1], int32[::1])")
def votes(a, out):
    p = a[cuda.laneid] > 2
    out[0] = cuda.ballot_sync(FULL, p)
    out[1] = cuda.any_sync(FULL, p)
    out[2] = cuda.all_sync(FULL, p)
    out[3] = cuda.eq_sync(FULL, p)
    out[4] = cuda.activemask()
    out[5] = cuda.lanemask_lt()
    cuda.syncwarp()
