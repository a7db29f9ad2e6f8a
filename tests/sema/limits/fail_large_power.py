# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float64[:])")
def k(a):
    # CHECK-ERR: fail_large_power.py:[[@LINE+4]]:12: error: the integer 10 ** 100000 does not fit 64 bits [IntegerTooLarge]
    # CHECK-ERR:     a[0] = 10 ** 100000
    # CHECK-ERR:            ^~~~~~~~~~~~
    # CHECK-ERR: help: integers have at most 64 bits in kernels
    a[0] = 10 ** 100000
    # CHECK-ERR: fail_large_power.py:[[@LINE+4]]:12: error: the integer 1 << 10 ** 9 does not fit 64 bits [IntegerTooLarge]
    # CHECK-ERR:     a[1] = 1 << 10 ** 9
    # CHECK-ERR:            ^~~~~~~~~~~~
    # CHECK-ERR: help: integers have at most 64 bits in kernels
    a[1] = 1 << 10 ** 9
    # CHECK-ERR: fail_large_power.py:[[@LINE+4]]:12: error: the integer 2 ** 64 does not fit 64 bits [IntegerTooLarge]
    # CHECK-ERR:     a[2] = 2 ** 64
    # CHECK-ERR:            ^~~~~~~
    # CHECK-ERR: help: integers have at most 64 bits in kernels
    a[2] = 2 ** 64
    # CHECK-ERR: fail_large_power.py:[[@LINE+4]]:12: error: the integer -2 ** 63 - 1 does not fit 64 bits [IntegerTooLarge]
    # CHECK-ERR:     a[3] = -2 ** 63 - 1
    # CHECK-ERR:            ^~~~~~~~~~~~
    # CHECK-ERR: help: integers have at most 64 bits in kernels
    a[3] = -2 ** 63 - 1
    a[4] = 2 ** 64 - 1
    # CHECK-ERR: fail_large_power.py:[[@LINE+4]]:17: error: the integer 7 ** 7 ** 7 does not fit 64 bits [IntegerTooLarge]
    # CHECK-ERR:     a[5] = 7 ** 7 ** 7 ** 7
    # CHECK-ERR:                 ^~~~~~~~~~~
    # CHECK-ERR: help: integers have at most 64 bits in kernels
    a[5] = 7 ** 7 ** 7 ** 7
    a[6] = (1 << 100) >> 90
    a[7] = 10.0 ** 200
