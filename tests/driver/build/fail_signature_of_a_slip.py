# RUN: kernelc build %s --sig "twcie(int32[::1])"
# CHECK-STATUS: 2
# CHECK-ERR: error: --sig 'twcie(int32[::1])': `twcie` is not a type; did you mean `twice`?
from numba import cuda


@cuda.jit
def twice(a):
    a[cuda.grid(1)] *= 2
