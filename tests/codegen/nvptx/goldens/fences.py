# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: membar.cta
# CHECK-SUBSET: membar.gl
# CHECK-SUBSET: membar.sys
# CHECK-SUBSET: nanosleep.u32 {{.*}}100
from numba import cuda, uint32


@cuda.jit("void(int32[::1])")
def fences(a):
    a[0] = 1
    cuda.threadfence_block()
    a[1] = 1
    cuda.threadfence()
    a[2] = 1
    cuda.threadfence_system()
    cuda.nanosleep(uint32(100))
