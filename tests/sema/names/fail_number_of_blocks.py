# RUN: kernelc check %s
import settings
from numba import cuda

nb = settings.blocks()

@cuda.jit
def k(a):
    # CHECK-ERR: fail_number_of_blocks.py:[[@LINE+10]]:12: error: `nb` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     a[0] = nb
    # CHECK-ERR:            ^~
    # CHECK-ERR: fail_number_of_blocks.py:[[@LINE-7]]:1: note: bound here
    # CHECK-ERR: nb = settings.blocks()
    # CHECK-ERR: ~~
    # CHECK-ERR: fail_number_of_blocks.py:[[@LINE-13]]:1: note: not known: comes from module `settings`, which is not known
    # CHECK-ERR: import settings
    # CHECK-ERR: ~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define nb=VALUE`
    a[0] = nb
