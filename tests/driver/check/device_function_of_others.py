# RUN: kernelc check %s
import numpy
from numba import cuda


# Kernels of other files call it: Numba takes it for a device function there.
@cuda.jit
def rounded(x: float, y: float):
    return (numpy.float32(x), numpy.float32(y))
