# RUN: kernelc build %s --emit ptx --target sm_100 --ptx-version 8.0
# CHECK-STATUS: 2
# CHECK-ERR: error: sm_100 needs PTX 8.6 or later, 8.0 was asked for
from kernelc import *

@kernel
def k(a: float32[::1]):
    a[0] = 1.0
