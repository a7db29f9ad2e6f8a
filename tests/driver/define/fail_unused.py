# RUN: kernelc build %s -W error=UnusedDefine --define SIZE=8
# CHECK-ERR: error: the host defines `SIZE`, and no kernel of `fail_unused.py` reads it [UnusedDefine]
# CHECK-ERR: help: a definition is for names that a kernel reads from outside of itself
from kernelc import *

TILE = 4


@kernel
def k(out: int64[::1]):
    out[0] = TILE
