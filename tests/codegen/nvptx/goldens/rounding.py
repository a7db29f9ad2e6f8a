# RUN: kernelc build %s --emit ptx
# CHECK-SUBSET: .version 8.0
# CHECK-SUBSET: .visible .entry norm(
# CHECK-SUBSET: fma.rn.f32
# CHECK-SUBSET: sqrt.rn.f32
# CHECK-SUBSET: div.rn.f32
# CHECK-NOT: .approx
import math

from kernelc import *


@kernel("void(float32[::1], float32[::1])")
def norm(x, y):
    i = grid(1)
    if i < x.size:
        y[i] = y[i] / math.sqrt(x[i] * x[i] + y[i])
