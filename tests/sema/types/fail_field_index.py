# RUN: kernelc check %s
from kernelc import *
import numpy as np

particle = np.dtype([("x", "f4"), ("mass", "f4")], align=True)

@kernel
def k(a: particle[:], out: float32[:]):
    i = grid(1)
    # CHECK-ERR: fail_field_index.py:[[@LINE+7]]:19: error: a record cannot be indexed with int64 [FieldIndex]
    # CHECK-ERR:     out[0] = a[0][i]
    # CHECK-ERR:                   ^
    # CHECK-ERR: fail_field_index.py:[[@LINE+4]]:14: note: record(x: float32, mass: float32)
    # CHECK-ERR:     out[0] = a[0][i]
    # CHECK-ERR:              ~~~~
    # CHECK-ERR: help: name a field, as in `rec['x']`: its fields are x, mass
    out[0] = a[0][i]
