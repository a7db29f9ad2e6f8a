# RUN: kernelc run %s fill c=zeros:float32:4x6 --device cpu --print 'c[4]'
# CHECK-STATUS: 2
# CHECK-ERR: error: --print `c[4]`: index 4 is out of range for dimension 0 with 4 elements
from numba import cuda

@cuda.jit
def fill(c):
    c[0, 0] = 1
