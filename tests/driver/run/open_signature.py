# RUN: kernelc run %s make.k a=full:float32:3:1.5 --device cpu --grid 1 --block 4 --print a
# A signature that only a call of the function around has: the given types count.
from numba import cuda


def make(kind):
    signature = "void({KIND}[:])".format(KIND=kind)

    # CHECK-ERR: open_signature.py:[[@LINE+4]]:15: warning: the signature `signature` has no value that is known while compiling [OpenSignature]
    # CHECK-ERR:     @cuda.jit(signature)
    # CHECK-ERR:               ^~~~~~~~~
    # CHECK-ERR: help: the types that are given count, and nothing is converted to others
    @cuda.jit(signature)
    def k(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] *= 2

    return k
# CHECK: a: float32 (3,)
# CHECK:   [3.0, 3.0, 3.0]
# CHECK:   min 3.0  max 3.0  mean 3
