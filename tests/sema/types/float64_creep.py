# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1], float32[::1])")
def scale(a, b):
    i = cuda.grid(1)
    if i < a.size:
        # CHECK-ERR: float64_creep.py:[[@LINE+4]]:16: warning: `*` of float32 and float64 is computed in float64, though no array in reach is that wide [Float64Creep]
        # CHECK-ERR:         b[i] = a[i] * 0.1
        # CHECK-ERR:                ^~~~~~~~~~
        # CHECK-ERR: help: write the constant as `np.float32(...)`, or use `--literals weak`
        b[i] = a[i] * 0.1

# Begins as an integer.
@cuda.jit("void(float32[:, ::1], float32[::1])")
def sums(a, b):
    i = cuda.grid(1)
    if i < a.shape[0]:
        total = 0
        for j in range(a.shape[1]):
            # CHECK-ERR: float64_creep.py:[[@LINE+7]]:13: warning: `+` of float64 and float32 is computed in float64, though no array in reach is that wide [Float64Creep]
            # CHECK-ERR:             total += a[i, j]
            # CHECK-ERR:             ^~~~~~~~~~~~~~~~
            # CHECK-ERR: float64_creep.py:[[@LINE-5]]:9: note: `total` is float64 because of this
            # CHECK-ERR:         total = 0
            # CHECK-ERR:         ~~~~~
            # CHECK-ERR: help: write `total = np.float32(...)` there, or use `--literals weak`
            total += a[i, j]
        b[i] = total

@cuda.jit("void(float32[::1], float32[::1])")
def padded(a, b):
    i = cuda.grid(1)
    if i < a.size:
        # CHECK-ERR: float64_creep.py:[[@LINE+4]]:17: warning: `... if ... else ...` of float32 and int64 is computed in float64, though no array in reach is that wide [Float64Creep]
        # CHECK-ERR:         b[i] = (a[i - 1] if i > 0 else 0) * a[i] + b[i]
        # CHECK-ERR:                 ^~~~~~~~~~~~~~~~~~~~~~~~
        # CHECK-ERR: help: write the constant as `np.float32(...)`, or use `--literals weak`
        b[i] = (a[i - 1] if i > 0 else 0) * a[i] + b[i]

@cuda.jit("void(complex64[::1])")
def turned(z):
    i = cuda.grid(1)
    if i < z.size:
        # CHECK-ERR: float64_creep.py:[[@LINE+4]]:16: warning: `*` of complex64 and complex128 is computed in float64, though no array in reach is that wide [Float64Creep]
        # CHECK-ERR:         z[i] = z[i] * 2j
        # CHECK-ERR:                ^~~~~~~~~
        # CHECK-ERR: help: write the constant as `np.complex64(...)`, or use `--literals weak`
        z[i] = z[i] * 2j
