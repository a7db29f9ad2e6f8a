# RUN: kernelc check %s
from kernelc import *

@device
# CHECK-ERR: fail_endless_circle.py:[[@LINE+8]]:5: error: `down` always calls itself [EndlessRecursion]
# CHECK-ERR: def down(n):
# CHECK-ERR:     ^~~~
# CHECK-ERR: fail_endless_circle.py:[[@LINE+10]]:12: note: called here
# CHECK-ERR:     return down(n + 1)
# CHECK-ERR:            ~~~~~~~~~~~
# CHECK-ERR: note: `down` was compiled for (int32)
# CHECK-ERR: help: give the function a way to return that does not call itself
def down(n):
    return up(n - 1)

@device
def up(n):
    return down(n + 1)

@kernel
def k(a: int32[:], n: int32):
    a[0] = down(n)
