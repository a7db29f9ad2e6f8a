# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_not_subscriptable.py:[[@LINE+7]]:12: error: int32 cannot be indexed [NotSubscriptable]
    # CHECK-ERR:     a[0] = n[1]
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: fail_not_subscriptable.py:[[@LINE+4]]:12: note: int32
    # CHECK-ERR:     a[0] = n[1]
    # CHECK-ERR:            ~
    # CHECK-ERR: help: `n` is one number: leave `[1]` away, or pass an array
    a[0] = n[1]
