# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: .visible .entry plain(
# CHECK-NOT: .entry make_scale
from numba import cuda

def make(factor):
    @cuda.jit("void(float32[:])")
    def scale(a):
        a[0] *= factor

    return scale

@cuda.jit("void(float32[:])")
def plain(a):
    a[0] = 1
