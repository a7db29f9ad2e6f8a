# RUN: kernelc build %s --target cpu:x86-64-v3 --emit llvm
# Machines without bfloat16 keep it in float32 registers between blocks; the object rounds by itself.
from numba import cuda
from numba.types import bfloat16, void

@cuda.jit(void(bfloat16[::1], bfloat16[::1]))
def k(a, o):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.sub(o, 0, a[i])

# CHECK-SUBSET: define internal bfloat @__truncsfbf2(float
