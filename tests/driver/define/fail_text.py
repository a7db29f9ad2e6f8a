# RUN: kernelc check %s --define MODE=fast
# CHECK-STATUS: 2
# CHECK-ERR: error: --define MODE: `fast` is no number and no type: a text is written in quotes, `"fast"` (see `kernelc check --help`)
from kernelc import *


@kernel
def k(out: int64[::1]):
    out[0] = N
