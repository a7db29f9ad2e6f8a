# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: atom.global.add.u32
# CHECK-SUBSET: atom.global.max.s32
# CHECK-SUBSET: atom.global.min.s32
# CHECK-SUBSET: atom.global.and.b32
# CHECK-SUBSET: atom.global.or.b32
# CHECK-SUBSET: atom.global.xor.b32
# CHECK-SUBSET: atom.global.exch.b32
# CHECK-SUBSET: atom{{.*}}.global.cas.b32
# CHECK-SUBSET: atom.global.inc.u32
# CHECK-SUBSET: atom.global.dec.u32
# CHECK-SUBSET: atom.global.max.u32
# CHECK-SUBSET: atom.global.add.u64
# CHECK-SUBSET: atom.global.min.s64
# CHECK-SUBSET: atom.shared.add.u32
from numba import cuda, int32


@cuda.jit("void(int32[::1], uint32[::1], int64[::1])")
def atomics(i, u, w):
    s = cuda.shared.array(4, int32)
    i[1] = cuda.atomic.add(i, 0, 1)
    i[2] = cuda.atomic.max(i, 0, 2)
    i[3] = cuda.atomic.min(i, 0, 3)
    i[4] = cuda.atomic.and_(i, 0, 4)
    i[5] = cuda.atomic.or_(i, 0, 5)
    i[6] = cuda.atomic.xor(i, 0, 6)
    i[7] = cuda.atomic.exch(i, 0, 7)
    i[8] = cuda.atomic.cas(i, 0, 8, 9)
    u[1] = cuda.atomic.inc(u, 0, 9)
    u[2] = cuda.atomic.dec(u, 0, 9)
    u[3] = cuda.atomic.max(u, 0, 9)
    w[1] = cuda.atomic.add(w, 0, 9)
    w[2] = cuda.atomic.min(w, 0, 9)
    s[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    i[9] = cuda.atomic.add(s, 0, 1)
