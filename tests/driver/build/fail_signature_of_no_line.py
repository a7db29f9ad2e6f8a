# RUN: kernelc build %s --sig "kernel@7(int32[::1])" --emit kir
# CHECK-STATUS: 2
# CHECK-ERR: error: --sig 'kernel@7(int32[::1])': `fail_signature_of_no_line.py` has no function `kernel@7`; did you mean `kernel`? Its kernels are:
# CHECK-ERR:   kernel@9  kernel(a)
from numba import cuda


@cuda.jit
def kernel(a):
    a[0] = 1
