# RUN: kernelc build %s --emit ptx --target sm_75 --ptx-version 9.7
# CHECK-STATUS: 2
# CHECK-ERR: error: PTX 9.7 is not known; known are 6.3, 6.4, 6.5, 7.0, 7.1, 7.2, 7.3, 7.4, 7.5, 7.6, 7.7, 7.8, 8.0, 8.1, 8.2, 8.3, 8.4, 8.5, 8.6, 8.7, 8.8, 9.0
from kernelc import *

@kernel
def k(a: float32[::1]):
    a[0] = 1.0
