# RUN: kernelc run %s add a=arange:float31:10 b=like:a c=like:a --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: argument `a`: `float31` is no element type; there are bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128 bfloat16 float8_e4m3fn float8_e5m2 float8_e8m0fnu, and the record types of the kernel's file
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
