# RUN: kernelc check %s
from numba import cuda

BIG = 10 ** 100000
SHIFTED = 1 << 10 ** 9
WIDE = 2 ** 64
TUPLE = (1,) * 10 ** 9
TEXT = "ab" * 10 ** 9
MANY = [i for i in range(10 ** 12)]
FITS = WIDE - 1

@cuda.jit("void(float64[:])")
def k(a):
    # CHECK-ERR: fail_large_constant.py:[[@LINE+7]]:12: error: the integer BIG does not fit 64 bits [IntegerTooLarge]
    # CHECK-ERR:     a[0] = BIG
    # CHECK-ERR:            ^~~
    # CHECK-ERR: fail_large_constant.py:[[@LINE-13]]:7: note: its value
    # CHECK-ERR: BIG = 10 ** 100000
    # CHECK-ERR:       ~~~~~~~~~~~~
    # CHECK-ERR: help: integers have at most 64 bits in kernels
    a[0] = BIG
    # CHECK-ERR: fail_large_constant.py:[[@LINE+7]]:12: error: the integer SHIFTED does not fit 64 bits [IntegerTooLarge]
    # CHECK-ERR:     a[1] = SHIFTED
    # CHECK-ERR:            ^~~~~~~
    # CHECK-ERR: fail_large_constant.py:[[@LINE-20]]:11: note: its value
    # CHECK-ERR: SHIFTED = 1 << 10 ** 9
    # CHECK-ERR:           ~~~~~~~~~~~~
    # CHECK-ERR: help: integers have at most 64 bits in kernels
    a[1] = SHIFTED
    a[2] = WIDE
    # CHECK-ERR: fail_large_constant.py:[[@LINE+10]]:12: error: `TUPLE` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     a[3] = TUPLE[0]
    # CHECK-ERR:            ^~~~~
    # CHECK-ERR: fail_large_constant.py:[[@LINE-27]]:1: note: bound here
    # CHECK-ERR: TUPLE = (1,) * 10 ** 9
    # CHECK-ERR: ~~~~~
    # CHECK-ERR: fail_large_constant.py:[[@LINE-30]]:1: note: not known: is too long a sequence
    # CHECK-ERR: TUPLE = (1,) * 10 ** 9
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define TUPLE=VALUE`
    a[3] = TUPLE[0]
    # CHECK-ERR: fail_large_constant.py:[[@LINE+10]]:16: error: `TEXT` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     a[4] = len(TEXT)
    # CHECK-ERR:                ^~~~
    # CHECK-ERR: fail_large_constant.py:[[@LINE-37]]:1: note: bound here
    # CHECK-ERR: TEXT = "ab" * 10 ** 9
    # CHECK-ERR: ~~~~
    # CHECK-ERR: fail_large_constant.py:[[@LINE-40]]:1: note: not known: is too long a sequence
    # CHECK-ERR: TEXT = "ab" * 10 ** 9
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define TEXT=VALUE`
    a[4] = len(TEXT)
    # CHECK-ERR: fail_large_constant.py:[[@LINE+10]]:12: error: `MANY` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     a[5] = MANY[0]
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: fail_large_constant.py:[[@LINE-47]]:1: note: bound here
    # CHECK-ERR: MANY = [i for i in range(10 ** 12)]
    # CHECK-ERR: ~~~~
    # CHECK-ERR: fail_large_constant.py:[[@LINE-50]]:1: note: not known: is made by a loop that is too long to be followed
    # CHECK-ERR: MANY = [i for i in range(10 ** 12)]
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define MANY=VALUE`
    a[5] = MANY[0]
    a[6] = FITS
