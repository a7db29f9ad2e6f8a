# RUN: kernelc run %s k out=zeros:float64:2 --device cpu --grid 1 --block 1
# What was compiled before has the member as it was then.
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def f(x):
    # CHECK-ERR: fail_replaced_after_launch.py:[[@LINE+7]]:12: error: `np.sin` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     return np.sin(x)
    # CHECK-ERR:            ^~~~~~
    # CHECK-ERR: fail_replaced_after_launch.py:[[@LINE+18]]:14: note: called here
    # CHECK-ERR:     out[0] = f(0.0)
    # CHECK-ERR:              ~~~~~~
    # CHECK-ERR: note: `f` was compiled for (float64)
    return np.sin(x)


@cuda.jit
def first(out):
    out[0] = f(0.0)


first[1, 1](np.zeros(2))
np.sin = np.cos


@cuda.jit
def k(out):
    out[0] = f(0.0)
