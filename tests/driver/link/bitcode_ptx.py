# RUN: kernelc build %s -k k --emit ptx --target sm_90
# CHECK-NOT: .extern .func
# CHECK-SUBSET: .visible .entry k
# CHECK-NOT: call
from pathlib import Path

from numba import cuda

scale = cuda.declare_device(
    "scale", "float32(float32, int16)", link=Path(__file__).resolve().parent / "inputs" / "scale.ll", abi="c"
)


@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        # CHECK-SUBSET: add
        a[i] = scale(a[i], i)
