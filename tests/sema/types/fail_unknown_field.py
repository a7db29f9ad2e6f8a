# RUN: kernelc check %s
from kernelc import *
import numpy as np

particle = np.dtype([("x", "f4"), ("mass", "f4")], align=True)

@kernel
def k(a: particle[:], out: float32[:]):
    # CHECK-ERR: fail_unknown_field.py:[[@LINE+7]]:14: error: there is no field `weight` [UnknownField]
    # CHECK-ERR:     out[0] = a[0].weight
    # CHECK-ERR:              ^~~~~~~~~~~
    # CHECK-ERR: fail_unknown_field.py:[[@LINE+4]]:14: note: record(x: float32, mass: float32)
    # CHECK-ERR:     out[0] = a[0].weight
    # CHECK-ERR:              ~~~~~~~~~~~
    # CHECK-ERR: help: its fields are x, mass
    out[0] = a[0].weight
