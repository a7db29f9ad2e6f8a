# RUN: kernelc check %s --define N=1 --define N=2
# CHECK-STATUS: 2
# CHECK-ERR: error: --define gives `N` twice (see `kernelc check --help`)
from kernelc import *


@kernel
def k(out: int64[::1]):
    out[0] = N
