# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: popc.b32
# CHECK-SUBSET: clz.b32
# CHECK-SUBSET: brev.b32
# CHECK-SUBSET: popc.b64
# CHECK-SUBSET: clz.b64
# CHECK-SUBSET: brev.b64
from numba import cuda


@cuda.jit("void(uint32[::1], uint64[::1], uint32[::1], uint64[::1])")
def bits(a, b, c, d):
    i = cuda.threadIdx.x
    c[0] = cuda.popc(a[i])
    c[1] = cuda.clz(a[i])
    c[2] = cuda.brev(a[i])
    d[0] = cuda.popc(b[i])
    d[1] = cuda.clz(b[i])
    d[2] = cuda.brev(b[i])
