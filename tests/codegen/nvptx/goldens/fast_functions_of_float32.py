# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: sin.approx.ftz.f32
# CHECK-SUBSET: cos.approx.ftz.f32
# CHECK-SUBSET: ex2.approx.ftz.f32
# CHECK-SUBSET: lg2.approx.ftz.f32
# CHECK-SUBSET: tanh.approx.f32
# CHECK-SUBSET: div.approx.ftz.f32
import math

from numba import cuda


@cuda.jit("void(float32[::1], float32[::1])", fastmath=True)
def fast(a, b):
    i = cuda.threadIdx.x
    b[0] = math.sin(a[i])
    b[1] = math.cos(a[i])
    b[2] = math.exp(a[i])
    b[3] = math.log(a[i])
    b[4] = math.tanh(a[i])
    b[5] = a[i] / a[i + 1]
