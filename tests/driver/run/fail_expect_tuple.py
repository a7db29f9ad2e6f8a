# RUN: kernelc run %s fill p='(zeros:int32:2, 1)' --device cpu --expect p=zeros:int32:2
# CHECK-STATUS: 2
# CHECK-ERR: error: --expect p=zeros:int32:2: `p` is a tuple: name one of its elements, `p[0]`
from numba import cuda

@cuda.jit
def fill(p):
    p[0][0] = 1
