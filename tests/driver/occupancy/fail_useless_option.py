# RUN: kernelc occupancy %s fill --target sm_80 --line-directives
# CHECK-STATUS: 2
# CHECK-ERR: error: `--line-directives` does nothing here: it is for --emit cuda and ltoir
from numba import cuda


@cuda.jit("void(float32[::1])")
def fill(x):
    x[0] = 1
