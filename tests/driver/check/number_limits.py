# RUN: kernelc check %s
# CHECK-ERR: note: number_limits.py: `k` has no types and was checked for syntax and names only
# CHECK-ERR: help: give the types of the arguments, `kernelc check number_limits.py --sig 'k(float32[::1])'`, or write them in the decorator
# Members of what describes a type are there, whatever the types of arguments are.
import numpy as np
from numba import cuda


@cuda.jit
def k(out):
    out[0] = np.finfo(np.float64).eps
    out[1] = np.iinfo(np.int64).max
