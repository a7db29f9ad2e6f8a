# RUN: kernelc check %s
from kernelc import *

@device
def even(n):
    if n == 0:
        return True
    return odd(n - 1)

@device
def odd(n):
    if n == 0:
        return False
    # CHECK-ERR: fail_mutual_recursion.py:[[@LINE+8]]:12: error: `even` calls itself through other functions [MutualRecursion]
    # CHECK-ERR:     return even(n - 1)
    # CHECK-ERR:            ^~~~~~~~~~~
    # CHECK-ERR: fail_mutual_recursion.py:[[@LINE-9]]:12: note: called here
    # CHECK-ERR:     return odd(n - 1)
    # CHECK-ERR:            ~~~~~~~~~~
    # CHECK-ERR: note: `odd` was compiled for (int32)
    # CHECK-ERR: help: a function may call itself, but not through another one
    return even(n - 1)

@kernel
def k(a: int32[:], n: int32):
    a[0] = even(n)
