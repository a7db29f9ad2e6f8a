# RUN: kernelc build %s -k kernel@8 -k kernel@13 --sig "kernel(int32[::1])" --emit kir
# CHECK-STATUS: 2
# CHECK-ERR: error: --sig 'kernel(int32[::1])': `kernel` means several functions of -k: write `kernel@LINE`
from numba import cuda


@cuda.jit
def kernel(a):
    a[0] = 1


@cuda.jit
def kernel(a, b):
    a[0] = b
