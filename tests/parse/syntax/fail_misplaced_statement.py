# RUN: kernelc check %s
from kernelc import *

@kernel
def first(a: float32[:], n: int32):
    if n > 0:
        a[0] = n
        # CHECK-ERR: fail_misplaced_statement.py:[[@LINE+3]]:9: error: `break` outside loop [MisplacedStatement]
        # CHECK-ERR:         break
        # CHECK-ERR:         ^~~~~
        break
