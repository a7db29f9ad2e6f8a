# RUN: kernelc build %s --emit ptx --target sm_90
# The memory of one thread has no atomics.
# CHECK-SUBSET: st.global.b32
# CHECK-NOT: atom.
# CHECK-NOT: ld.relaxed
from numba import cuda, float32, int32


@cuda.jit(device=True, inline="never")
def claim(slots, i):
    return cuda.atomic.cas(slots, i, 0, 1)


@cuda.jit("void(int32[::1], int64)")
def own_memory(out, n):
    slots = cuda.local.array(3, int32)
    best = cuda.local.array(3, float32)
    for i in range(3):
        slots[i] = 0
        best[i] = 0
    cuda.atomic.max(best, n % 3, n)
    out[0] = claim(slots, n % 3) + cuda.atomic.add(slots, n % 3, 1) + best[n % 2]
