# RUN: kernelc check %s --define 2N=1
# CHECK-STATUS: 2
# CHECK-ERR: error: --define 2N: that is no name: write `--define NAME=VALUE` (see `kernelc check --help`)
from kernelc import *


@kernel
def k(out: int64[::1]):
    out[0] = N
