# RUN: kernelc occupancy %s fill --target sm_80 --registers 16 --max-registers 32
# CHECK-STATUS: 2
# CHECK-ERR: error: --registers says how many there are: --max-registers would change nothing
from numba import cuda


@cuda.jit("void(float32[::1])")
def fill(x):
    x[0] = 1
