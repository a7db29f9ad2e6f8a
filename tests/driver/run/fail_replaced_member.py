# RUN: kernelc run %s k out=zeros:float64:4 --device cpu --grid 1 --block 1
import devkit
import numpy as np
from numba import cuda

np.sin = devkit.sine


@cuda.jit
def k(out):
    # CHECK-ERR: fail_replaced_member.py:[[@LINE+3]]:14: error: `np.sin` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = np.sin(0.0)
    # CHECK-ERR:              ^~~~~~
    out[0] = np.sin(0.0)
