# RUN: kernelc build %s -k k --emit kir
from kernelc import *

@kernel
def k(a: float32[:]):
    t = (a[0], a[1], a[2], a[3])
    u = (t, t, t)
    # CHECK-ERR: fail_print_count.py:[[@LINE+4]]:5: error: 36 values are printed at once, 32 are possible [PrintCount]
    # CHECK-ERR:     print(u, u, u)
    # CHECK-ERR:     ^~~~~~~~~~~~~~
    # CHECK-ERR: help: print them in several calls
    print(u, u, u)
