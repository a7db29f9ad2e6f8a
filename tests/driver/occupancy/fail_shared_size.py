# RUN: kernelc occupancy %s fill --target sm_80 --registers 16
# CHECK-STATUS: 2
# CHECK-ERR: error: kernel `fill` has a shared array whose size the launch gives: add --shared BYTES
from numba import cuda, float32


@cuda.jit("void(float32[::1])")
def fill(x):
    given = cuda.shared.array(0, float32)
    given[0] = 1
    x[0] = given[0]
