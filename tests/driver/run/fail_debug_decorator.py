# RUN: kernelc run %s k a=zeros:int32:8 --device cpu --grid 1 --block 4
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit(debug=True)
def k(a):
    i = cuda.threadIdx.x
    a[i] = 10 // a[i]
