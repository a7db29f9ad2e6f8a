# RUN: kernelc check %s
import numpy
from numba import cuda, float32


@cuda.jit
def half(x: float32, out: float32[:]):
    # CHECK-ERR: fail_launched_with_result.py:[[@LINE+4]]:12: error: a kernel returns nothing, but this returns float64 [KernelReturnsValue]
    # CHECK-ERR:     return x / 2
    # CHECK-ERR:            ^~~~~
    # CHECK-ERR: help: write the result into an array parameter
    return x / 2


def main():
    half[1, 1](3.0, numpy.zeros(1, numpy.float32))
