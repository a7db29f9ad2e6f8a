# RUN: kernelc build %s --emit ptx --target sm_80 --fastmath
# CHECK-SUBSET: sqrt.approx
from kernelc import *
import math


@kernel("void(float32[::1])")
def norm(a):
    i = grid(1)
    if i < a.size:
        a[i] = math.sqrt(a[i])
