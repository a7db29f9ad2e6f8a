# RUN: kernelc build %s --sig 'scale(float32[::1], float32)' --sig 'outer.inner(int32[::1])' --sig 'scale(float64[::1], float64)' --emit ptx
from kernelc import *

@kernel
def scale(a, factor):
    i = grid(1)
    if i < a.size:
        a[i] = a[i] * factor

@kernel
def untyped(a):
    a[0] = 0

def outer():
    @kernel
    def inner(a):
        a[0] = 1
    return inner

@kernel("void(int64[::1])")
def shift(a):
    a[0] = a[1]

# CHECK-SUBSET: .entry scale
# CHECK-SUBSET: .param .f32
# CHECK-SUBSET: .entry outer_inner
# CHECK-SUBSET: .entry shift
# CHECK-NOT: untyped
