# RUN: kernelc check %s --define SIZE=(1,(2)
# CHECK-STATUS: 2
# CHECK-ERR: error: --define SIZE: `(1,(2)` is no tuple: its parentheses do not match (see `kernelc check --help`)
from kernelc import *


@kernel
def k(out: int64[::1]):
    out[0] = N
