# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: int8[:]):
    # CHECK-ERR: fail_atomic_type.py:[[@LINE+4]]:16: error: this atomic operation does not exist for array(int8, 1d, A) [AtomicType]
    # CHECK-ERR:     atomic.add(a, 0, 1)
    # CHECK-ERR:                ^
    # CHECK-ERR: help: atomics work on int32, uint32, int64, uint64, float32 and float64
    atomic.add(a, 0, 1)
