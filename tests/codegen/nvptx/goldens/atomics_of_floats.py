# RUN: kernelc build %s --emit ptx --target sm_90
# Subtraction adds the negative; minima and maxima are loops.
# CHECK-SUBSET: atom.global.add.f32
# CHECK-SUBSET: atom.global.add.f64
# CHECK-SUBSET: atom.global.add.f32 {{.*}}0fBFC00000
# CHECK-SUBSET: atom{{.*}}.global.cas.b32
# CHECK-SUBSET: atom{{.*}}.global.cas.b64
from numba import cuda


@cuda.jit("void(float32[::1], float64[::1])")
def atomics(a, b):
    a[1] = cuda.atomic.add(a, 0, 2.5)
    b[1] = cuda.atomic.add(b, 0, 2.5)
    a[2] = cuda.atomic.sub(a, 0, 1.5)
    a[3] = cuda.atomic.max(a, 0, 1.5)
    b[3] = cuda.atomic.nanmin(b, 0, 1.5)
