# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    t = (1, 2)
    # CHECK-ERR: fail_tuple_write.py:[[@LINE+7]]:5: error: elements of (int64, int64) cannot be assigned [TupleWrite]
    # CHECK-ERR:     t[0] = 3
    # CHECK-ERR:     ^~~~
    # CHECK-ERR: fail_tuple_write.py:[[@LINE+4]]:5: note: (int64, int64)
    # CHECK-ERR:     t[0] = 3
    # CHECK-ERR:     ~
    # CHECK-ERR: help: tuples do not change; use cuda.local.array
    t[0] = 3
