# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: uint64[:]):
    # CHECK-ERR: fail_integer_too_large.py:[[@LINE+4]]:12: error: the integer 79228162514264337593543950336 does not fit 64 bits [IntegerTooLarge]
    # CHECK-ERR:     a[0] = 0x1_0000_0000_0000_0000_0000_0000
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: integers have at most 64 bits in kernels
    a[0] = 0x1_0000_0000_0000_0000_0000_0000
