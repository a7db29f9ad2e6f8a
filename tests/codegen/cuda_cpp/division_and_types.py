# RUN: kernelc build %s -k mixed --sig "int32[::1], uint8[::1], complex64[::1]" --emit cuda
# Python's division, narrow integers that wrap, complex numbers, values of more than one use.
from numba import cuda, uint8


@cuda.jit
def mixed(a, b, z):
    i = cuda.grid(1)
    if i < a.size and a[i] != 0:
        n = a[i]
        a[i] = n // 3 + n % 7
        b[i] = uint8(b[i] + 200) >> 1
        z[i] = z[i] * z[i] if n > 5 else z[i] / (1 + 2j)
        cuda.atomic.add(a, 0, 1)
        cuda.atomic.max(b, 0, b[i])
