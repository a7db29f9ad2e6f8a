# RUN: kernelc check %s --define N=float8_e4m3fn:1
# CHECK-STATUS: 2
# CHECK-ERR: error: --define N: constants cannot be float8_e4m3fn: give a float32, and convert it in the kernel (see `kernelc check --help`)
from kernelc import *


@kernel
def k(out: int64[::1]):
    out[0] = N
