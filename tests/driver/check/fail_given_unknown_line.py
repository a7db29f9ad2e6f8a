# RUN: kernelc check %s --sig "kernel@5(int32)"
# CHECK-STATUS: 2
# CHECK-ERR: error: --sig 'kernel@5(int32)': `fail_given_unknown_line.py` has no function `kernel@5`; did you mean `kernel`? Its kernels are:
# CHECK-ERR:   kernel@9  kernel(a)
from numba import cuda


@cuda.jit
def kernel(a):
    a[0] = 1
