# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1], float32[::1])")
def scale(a, b):
    i = cuda.grid(1)
    if i < a.size:
        # CHECK-ERR: float64_creep.py:[[@LINE+4]]:16: warning: `*` of float32 and float64 is computed in float64, though no array in reach is that wide [Float64Creep]
        # CHECK-ERR:         b[i] = a[i] * 2.0
        # CHECK-ERR:                ^~~~~~~~~~
        # CHECK-ERR: help: write the literal as `np.float32(...)`, or use `--literals weak`
        b[i] = a[i] * 2.0
