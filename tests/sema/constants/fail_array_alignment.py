# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_array_alignment.py:[[@LINE+4]]:42: error: the alignment of an array is a power of two known while compiling, not `12` [ArrayAlignment]
    # CHECK-ERR:     s = shared.array(4, uint8, alignment=12)
    # CHECK-ERR:                                          ^~
    # CHECK-ERR: help: write 32, 64 or another power of two up to 1024, or leave it out: arrays begin at multiples of 16
    s = shared.array(4, uint8, alignment=12)
    # CHECK-ERR: fail_array_alignment.py:[[@LINE+4]]:41: error: the alignment of an array is a power of two known while compiling, not `n` [ArrayAlignment]
    # CHECK-ERR:     t = local.array(4, uint8, alignment=n)
    # CHECK-ERR:                                         ^
    # CHECK-ERR: help: write 32, 64 or another power of two up to 1024, or leave it out: arrays begin at multiples of 16
    t = local.array(4, uint8, alignment=n)
    u = local.array(4, uint8, 32)
    u[0] = 1
    a[0] = u[0]
