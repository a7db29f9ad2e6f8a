# RUN: kernelc check %s
from kernelc import *

import sys

SIZE = int(sys.argv[1])

@kernel
def k(a: int32[:]):
    # CHECK-ERR: fail_not_constant.py:[[@LINE+10]]:12: error: `SIZE` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     a[0] = SIZE
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: fail_not_constant.py:[[@LINE-7]]:1: note: bound here
    # CHECK-ERR: SIZE = int(sys.argv[1])
    # CHECK-ERR: ~~~~
    # CHECK-ERR: fail_not_constant.py:[[@LINE-10]]:1: note: not known: its statement raises IndexError: index out of range
    # CHECK-ERR: SIZE = int(sys.argv[1])
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define SIZE=VALUE`
    a[0] = SIZE
