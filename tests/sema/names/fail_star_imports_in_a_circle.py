# RUN: kernelc run %s k out=zeros:float64:4 --device cpu
from fail_star_imports_in_a_circle import *
from numba import cuda


@cuda.jit
def k(out):
    # CHECK-ERR: fail_star_imports_in_a_circle.py:[[@LINE+4]]:14: error: name `NOWHERE` is not defined [UnknownName]
    # CHECK-ERR:     out[0] = NOWHERE
    # CHECK-ERR:              ^~~~~~~
    # CHECK-ERR: help: define it in the file, or make it a parameter
    out[0] = NOWHERE
