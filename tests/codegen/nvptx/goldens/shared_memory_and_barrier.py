# RUN: kernelc build %s --emit ptx --target sm_75
# CHECK-SUBSET: .shared .align
# CHECK-SUBSET: st.shared.
# CHECK-SUBSET: bar.sync
# CHECK-SUBSET: ld.shared.
from numba import cuda, float32


@cuda.jit("void(float32[::1])")
def reverse(a):
    tile = cuda.shared.array(64, float32)
    i = cuda.threadIdx.x
    tile[i] = a[i]
    cuda.syncthreads()
    a[i] = tile[63 - i]
