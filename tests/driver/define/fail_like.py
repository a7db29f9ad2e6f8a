# RUN: kernelc check %s --define T=like:a
# CHECK-STATUS: 2
# CHECK-ERR: error: --define T: `like:a` is for arguments of a launch (see `kernelc check --help`)
from kernelc import *


@kernel
def k(out: int64[::1]):
    out[0] = N
