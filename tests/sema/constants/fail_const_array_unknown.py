# RUN: kernelc build %s --sig 'float64[::1]' --emit kir
import numpy as np
from numba import cuda

NOISE = np.random.rand(64)

@cuda.jit
def k(out):
    # Its shape is known, its contents are not.
    out[0] = NOISE.shape[0] + NOISE.size
    # CHECK-ERR: fail_const_array_unknown.py:[[@LINE+4]]:14: error: `NOISE` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[1] = NOISE[3]
    # CHECK-ERR:              ^~~~~
    # CHECK-ERR: help: kernels hold arrays whose contents are known while compiling, up to 1048576 elements that differ; pass others as parameters
    out[1] = NOISE[3]
