# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: match.any.sync.b32
# CHECK-SUBSET: match.all.sync.b32
# CHECK-SUBSET: match.any.sync.b64
# CHECK-SUBSET: match.any.sync.b32
from numba import cuda

FULL = 0xFFFFFFFF


@cuda.jit("void(int32[::1], int64[::1], float32[::1], int32[::1])")
def matches(a, b, c, out):
    i = cuda.laneid
    out[0] = cuda.match_any_sync(FULL, a[i])
    out[1] = cuda.match_all_sync(FULL, a[i])[1]
    out[2] = cuda.match_any_sync(FULL, b[i])
    out[3] = cuda.match_any_sync(FULL, c[i])
