# RUN: kernelc build %s --emit ptx --target sm_90a --ptx-version 8.4
# CHECK-SUBSET: .version 8.4
# CHECK-SUBSET: .target sm_90a
from kernelc import *

@kernel
def k(a: float32[::1]):
    a[0] = 1.0
