# RUN: kernelc check %s
from kernelc import *

NUMBERS = [3, 1, 2]


@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_constant_search.py:[[@LINE+4]]:12: error: `index` cannot be computed for (int64) [LibraryArguments]
    # CHECK-ERR:     a[0] = NUMBERS.index(7)
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: Python searches the constant before the kernel runs, for a value that is known then and that the constant has
    a[0] = NUMBERS.index(7)
    # CHECK-ERR: fail_constant_search.py:[[@LINE+4]]:12: error: `count` cannot be computed for (int32) [LibraryArguments]
    # CHECK-ERR:     a[1] = NUMBERS.count(n)
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: Python searches the constant before the kernel runs, for a value that is known then
    a[1] = NUMBERS.count(n)
