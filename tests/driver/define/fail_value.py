# RUN: kernelc check %s --define N
# CHECK-STATUS: 2
# CHECK-ERR: error: --define N: it has no value: write `--define N=VALUE` (see `kernelc check --help`)
from kernelc import *


@kernel
def k(out: int64[::1]):
    out[0] = N
