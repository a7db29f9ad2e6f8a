# RUN: kernelc run %s most arr=arange:int64:10 res=zeros:int64:1 init=4 --device cpu --print res
# CHECK-ERR: note: chosen: --grid 1 (x by `arr`) --block 1024 (as `values` asks)
from numba import cuda

def larger(a, b):
    return max(a, b)

most = cuda.Reduce(functor=larger)
# CHECK: res: int64 (1,)
# CHECK:   [9]
# CHECK:   min 9  max 9  mean 9
