# RUN: kernelc run %s ADD_ONE a=zeros:int32:4 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: `fail_kernel_in_other_case.py` has no function `ADD_ONE`; did you mean `add_one`? Its kernels are:
# CHECK-ERR:   add_one@10  add_one(a)
# CHECK-ERR:   copy@15  copy(a, b)
from numba import cuda


@cuda.jit
def add_one(a):
    a[cuda.grid(1)] += 1


@cuda.jit
def copy(a, b):
    a[cuda.grid(1)] = b[cuda.grid(1)]
