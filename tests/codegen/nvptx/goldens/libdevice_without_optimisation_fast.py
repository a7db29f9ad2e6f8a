# RUN: kernelc build %s -O 0 --emit ptx --target sm_90
# Fast mathematics has other functions, which are compiled with the kernel.
# CHECK-SUBSET: fma.rn.ftz.f32
import math

from numba import cuda


@cuda.jit("void(float32[::1])", fastmath=True)
def wave(a):
    i = cuda.threadIdx.x
    a[i] = math.atan(a[i])
