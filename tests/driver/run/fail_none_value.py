# RUN: kernelc run %s k a=zeros:int32:4 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from kernelc import *


@device
def half(x):
    if x % 2 == 0:
        return x // 2


@kernel
def k(a):
    i = threadIdx.x
    # CHECK-ERR: fail_none_value.py:[[@LINE+11]]:12: warning: `half` does not always return a value, and one is needed here [MissingReturn]
    # CHECK-ERR:     a[i] = half(i) + 1
    # CHECK-ERR:            ^~~~~~~
    # CHECK-ERR: fail_none_value.py:[[@LINE-10]]:8: note: `half` comes to its end behind this, without `return`
    # CHECK-ERR:     if x % 2 == 0:
    # CHECK-ERR:        ~~~~~~~~~~
    # CHECK-ERR: help: give a value there as well; where None is meant, write `return None`, and test for it
    # CHECK-ERR: fail_none_value.py:[[@LINE+4]]:12: error: this needs a value of type int32, and it is None [NoneValue]
    # CHECK-ERR:     a[i] = half(i) + 1
    # CHECK-ERR:            ^~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (1, 0, 0)
    a[i] = half(i) + 1
