# RUN: kernelc build %s --emit header --host-api driver --target cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: a header for the driver needs a target such as --target sm_90
from kernelc import *

@kernel
def k(a: float32[::1]):
    a[0] = 1.0
