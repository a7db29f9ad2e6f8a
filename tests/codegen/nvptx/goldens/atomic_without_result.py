# RUN: kernelc build %s --emit ptx --target sm_80
# An atomic whose old value nobody reads is a reduction.
# CHECK-SUBSET: {{red|atom}}{{.*}}global{{.*}}add.f32
from numba import cuda


@cuda.jit("void(float32[::1], float32[::1])")
def total(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(out, 0, a[i])
