# RUN: kernelc build %s --emit ptx --target sm_80
# Products are fused into sums. Reads are plain: nothing says that the arrays do not overlap.
# CHECK-SUBSET: .target sm_80
# CHECK-SUBSET: .entry saxpy(
# CHECK-SUBSET: ld.global.{{f32|b32}}
# CHECK-SUBSET: fma.rn.f32
# CHECK-SUBSET: st.global.{{f32|b32}}
# CHECK-NOT: .f64
# CHECK-NOT: ld.global.nc
from kernelc import *


@kernel("void(float32, float32[::1], float32[::1], float32[::1])")
def saxpy(a, x, y, out):
    i = grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]
