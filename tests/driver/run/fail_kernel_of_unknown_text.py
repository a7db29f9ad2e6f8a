# RUN: kernelc run %s k out=zeros:int64:2
# CHECK-STATUS: 2
# CHECK-ERR: error: `fail_kernel_of_unknown_text.py` has no function `k`, and no kernel: line 7 may make it, in a way that is not followed
from numba import cuda

k = None
exec(input())
