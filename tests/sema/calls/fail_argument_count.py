# RUN: kernelc check %s
from kernelc import *

@kernel("void(float32[:])")
# CHECK-ERR: fail_argument_count.py:[[@LINE+3]]:5: error: `k` takes 2 arguments, 1 given [ArgumentCount]
# CHECK-ERR: def k(a, b):
# CHECK-ERR:     ^
def k(a, b):
    a[0] = b
