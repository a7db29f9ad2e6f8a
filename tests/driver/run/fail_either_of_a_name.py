# RUN: kernelc run %s k a=zeros:int64:1 --device cpu --grid 1 --block 1
# CHECK-STATUS: 2
# CHECK-ERR: error: `k` names 2 functions of `fail_either_of_a_name.py`; say which one:
# CHECK-ERR:   k@11  k(a)
# CHECK-ERR:   k@15  k(a)
import settings
from numba import cuda

if settings.FAST:
    @cuda.jit
    def k(a):
        a[0] = 1
else:
    @cuda.jit
    def k(a):
        a[0] = 2
