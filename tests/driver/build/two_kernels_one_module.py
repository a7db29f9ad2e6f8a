# RUN: kernelc build %s --emit ptx
from kernelc import *

@kernel
def scale(a: float32[::1]):
    i = grid(1)
    if i < a.size:
        a[i] = a[i] * 2.0

@kernel("void(float32[::1])")
def shift(a):
    i = grid(1)
    if i < a.size:
        a[i] = a[i] + 1.0

# CHECK-SUBSET: .entry scale
# CHECK-SUBSET: .entry shift
