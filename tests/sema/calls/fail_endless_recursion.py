# RUN: kernelc check %s
from kernelc import *

@device
# CHECK-ERR: fail_endless_recursion.py:[[@LINE+8]]:5: error: `forever` always calls itself [EndlessRecursion]
# CHECK-ERR: def forever(n):
# CHECK-ERR:     ^~~~~~~
# CHECK-ERR: fail_endless_recursion.py:[[@LINE+10]]:12: note: called here
# CHECK-ERR:     a[0] = forever(n)
# CHECK-ERR:            ~~~~~~~~~~
# CHECK-ERR: note: `forever` was compiled for (int32)
# CHECK-ERR: help: give the function a way to return that does not call itself
def forever(n):
    return forever(n - 1)

@kernel
def k(a: int32[:], n: int32):
    a[0] = forever(n)
