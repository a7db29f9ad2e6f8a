# RUN: kernelc build %s --target cpu:x86-64-v3 --emit llvm
# Stores to the fields of a record become one of a vector where nothing reads between them that they may have written.
from kernelc import *
import numpy as np

body = np.dtype([("x", np.float32), ("y", np.float32), ("z", np.float32), ("w", np.float32)])


@kernel("void(body[::1], int32[::1])")
def read_between(p, places):
    i = grid(1)
    if i < p.size:
        p[i].x = 1
        p[i].y = p[places[i]].x
        p[i].z = 3
        p[i].w = 4


# CHECK-SUBSET: store float 1.000000e+00, ptr
# CHECK-NOT: interleaved.vec
