# RUN: kernelc run %s k a=zeros:float32:4 n=1 --device cpu
from numba import cuda

# CHECK-ERR: fail_signature_length.py:[[@LINE+6]]:11: error: `k` takes 2 arguments, 1 given [ArgumentCount]
# CHECK-ERR: @cuda.jit("void(int32[:])")
# CHECK-ERR:           ^~~~~~~~~~~~~~~~
# CHECK-ERR: fail_signature_length.py:[[@LINE+4]]:5: note: its parameters are (a, n)
# CHECK-ERR: def k(a, n):
# CHECK-ERR:     ~
@cuda.jit("void(int32[:])")
def k(a, n):
    a[0] = n
