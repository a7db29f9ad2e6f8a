# RUN: kernelc run %s total arr=arange:int64:10 res=zeros:int64:1 --device cpu --print res
# RUN: kernelc run %s total arr=arange:int64:10 res=zeros:int64:1 size=4 --device cpu --print res
# RUN: kernelc run %s total arr=arange:int64:10 res=zeros:int64:1 size=4 init=100 --device cpu --print res
# CHECK-ERR: note: chosen: --grid 1 (x by `arr`) --block 1024 (as `values` asks)
# CHECK-ERR: note: chosen: --grid 1 (x by `arr`) --block 1024 (as `values` asks)
# CHECK-ERR: note: chosen: --grid 1 (x by `arr`) --block 1024 (as `values` asks)
from numba import cuda

total = cuda.reduce(lambda a, b: a + b)
# CHECK: res: int64 (1,)
# CHECK:   [45]
# CHECK:   min 45  max 45  mean 45
# CHECK: res: int64 (1,)
# CHECK:   [6]
# CHECK:   min 6  max 6  mean 6
# CHECK: res: int64 (1,)
# CHECK:   [106]
# CHECK:   min 106  max 106  mean 106
