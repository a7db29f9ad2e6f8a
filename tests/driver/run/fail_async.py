# RUN: kernelc run %s k a=zeros:float32:8 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: `fail_async.py` has no function `k`, and no kernel: `k` of line 7 is `async`, which kernels are not
from numba import cuda

@cuda.jit
async def k(a):
    a[0] = 1
