# RUN: kernelc check %s --define TLIE=8 --define n=3 --define total=4 --define HOST=5 --define TILE=8
# RUN: kernelc check %s --define TLIE=8 -W no-UnusedDefine
# CHECK-ERR: warning: the host defines `HOST`, and no kernel of `unused.py` reads it [UnusedDefine]
# CHECK-ERR: unused.py:[[@LINE+19]]:1: note: host code alone uses it
# CHECK-ERR: HOST = 2
# CHECK-ERR: ~~~~
# CHECK-ERR: help: a definition is for names that a kernel reads from outside of itself
# CHECK-ERR: warning: the host defines `TLIE`, and no kernel of `unused.py` reads it [UnusedDefine]
# CHECK-ERR: help: did you mean `TILE`?
# CHECK-ERR: warning: the host defines `n`, and no kernel of `unused.py` reads it [UnusedDefine]
# CHECK-ERR: unused.py:[[@LINE+17]]:24: note: `n` is a parameter of `k`
# CHECK-ERR: def k(out: int64[::1], n: int64):
# CHECK-ERR:                        ~~~~~~~~
# CHECK-ERR: help: a parameter gets its value by the launch
# CHECK-ERR: warning: the host defines `total`, and no kernel of `unused.py` reads it [UnusedDefine]
# CHECK-ERR: unused.py:[[@LINE+13]]:5: note: `total` is a variable of `k`
# CHECK-ERR:     total = n
# CHECK-ERR:     ~~~~~
# CHECK-ERR: help: a definition is for names that a kernel reads from outside of itself
from kernelc import *

TILE = 4
HOST = 2
AREA = TILE * TILE


@kernel
def k(out: int64[::1], n: int64):
    total = n
    out[0] = AREA + total


def main():
    k[HOST, TILE](make(), 3)
