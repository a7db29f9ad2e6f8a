# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: .target sm_90
# CHECK-SUBSET: .shared .align
# CHECK-SUBSET: ld.global
# CHECK-SUBSET: st.shared
# CHECK-SUBSET: bar.sync
# CHECK-SUBSET: ld.shared
from numba import cuda, float32


@cuda.jit("void(float32[::1])")
def reverse(a):
    tile = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    tile[t] = a[t]
    cuda.syncthreads()
    a[t] = tile[255 - t]
