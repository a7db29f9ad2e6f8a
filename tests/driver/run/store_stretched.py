# RUN: kernelc run %s k m=arange:int32:6 --device cpu --grid 1 --block 1 --check bounds --print m
from numba import cuda

@cuda.jit
def k(m):
    # One element is stretched to the extent of the left side, also in checked runs.
    m[0:3] = m[4:5]
    m[3:6] += m[5:6]
# CHECK: m: int32 (6,)
# CHECK:   [4, 4, 4, 8, 9, 10]
# CHECK:   min 4  max 10  mean 6.5
