# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: div.rn.f32
# CHECK-SUBSET: sqrt.rn.f32
# CHECK-NOT: .ftz
# CHECK-NOT: sin.approx
import math

from numba import cuda


@cuda.jit("void(float32[::1], float32[::1])")
def exact(a, b):
    i = cuda.threadIdx.x
    b[1] = a[i] / a[i + 1]
    b[2] = math.sqrt(a[i])
