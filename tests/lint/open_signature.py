# RUN: kernelc check %s
import time

from numba import cuda, float32

KIND = "float32" if time.time() > 3 else "float64"


# CHECK-ERR: open_signature.py:[[@LINE+4]]:11: warning: the signature `f"void({KIND}[:])"` has no value that is known while compiling [OpenSignature]
# CHECK-ERR: @cuda.jit(f"void({KIND}[:])")
# CHECK-ERR:           ^~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: the types that are given count, and nothing is converted to others
@cuda.jit(f"void({KIND}[:])")
def k(a: float32[:]):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


@cuda.jit(f"void({KIND}[:])")  # kernelc: ignore[OpenSignature]
def silent(a: float32[:]):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1
